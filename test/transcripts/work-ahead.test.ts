import { describe, expect, it } from 'vitest';
import { WorkAhead } from '../../server/transcripts/work-ahead.ts';

describe('work that runs ahead', () => {
  it('is waited for', async () => {
    const ahead = new WorkAhead(1);
    let isDone = false;
    ahead.start(Promise.resolve().then(() => (isDone = true)));
    expect(isDone).toBe(false);
    await ahead.settle();
    expect(isDone).toBe(true);
  });

  it('is never more than its limit', async () => {
    const ahead = new WorkAhead(2);
    const ends: (() => void)[] = [];
    const starts = async (): Promise<void> => {
      await ahead.room();
      ahead.start(new Promise<void>((resolve) => ends.push(resolve)));
    };
    await starts();
    await starts();
    const third = starts();
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends).toHaveLength(2);
    ends[0]?.();
    await third;
    expect(ends).toHaveLength(3);
  });

  it('throws once, when there is to be room for more or all is settled, however late that is', async () => {
    const ahead = new WorkAhead(1);
    for (const next of [() => ahead.settle(), () => ahead.room()]) {
      ahead.start(Promise.reject(new RangeError('full')));
      await new Promise((resolve) => setImmediate(resolve));
      await expect(next()).rejects.toThrow('full');
      await expect(ahead.settle()).resolves.toBeUndefined();
    }
  });

  it('has ended, all of it, when what one piece threw is thrown', async () => {
    const ahead = new WorkAhead(2);
    let isDone = false;
    ahead.start(Promise.reject(new RangeError('full')));
    ahead.start(new Promise((resolve) => setImmediate(resolve)).then(() => (isDone = true)));
    await expect(ahead.settle()).rejects.toThrow('full');
    expect(isDone).toBe(true);
  });
});
