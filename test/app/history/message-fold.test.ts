import { describe, expect, it } from 'vitest';
import { foldText } from '../../../app/_parts/message-fold.ts';

describe('folding a long message', () => {
  it('leaves what is short, or only a little over, as it is', () => {
    expect(foldText('one\ntwo')).toBeNull();
    expect(foldText('line\n'.repeat(65))).toBeNull();
  });

  it('cuts at a line end and counts all lines', () => {
    const fold = foldText('line\n'.repeat(200).trimEnd());
    expect(fold?.lines).toBe(200);
    expect(fold?.shown).toBe('line\n'.repeat(60).trimEnd());
  });

  it('counts a line as the column breaks it, and cuts within one that has no end', () => {
    const fold = foldText('x'.repeat(50_000));
    expect(fold?.lines).toBeGreaterThan(500);
    expect(fold?.shown.length).toBeLessThan(6000);
  });

  it('never cuts a character in two', () => {
    const fold = foldText(`a${'😀'.repeat(20_000)}`);
    expect(fold?.shown.isWellFormed()).toBe(true);
  });
});
