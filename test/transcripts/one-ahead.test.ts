import { describe, expect, it } from 'vitest';
import { OneAhead } from '../../server/transcripts/one-ahead.ts';

describe('work that runs one ahead', () => {
  it('is waited for', async () => {
    const ahead = new OneAhead();
    let isDone = false;
    ahead.start(Promise.resolve().then(() => (isDone = true)));
    expect(isDone).toBe(false);
    await ahead.settle();
    expect(isDone).toBe(true);
  });

  it('throws once, when it is settled, however late that is', async () => {
    const ahead = new OneAhead();
    ahead.start(Promise.reject(new RangeError('full')));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(ahead.settle()).rejects.toThrow('full');
    await expect(ahead.settle()).resolves.toBeUndefined();
  });
});
