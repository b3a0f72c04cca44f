import { describe, expect, it } from 'vitest';
import { countOf } from './redaction-bench.ts';
import { labelledSet } from './redaction-set.ts';

const EACH = 2;

describe('the labelled texts of the redaction measurement', () => {
  const set = labelledSet(1, 12);

  it('are the same for the same seed', () => {
    expect(labelledSet(1, EACH)).toEqual(labelledSet(1, EACH));
    expect(labelledSet(2, EACH)).not.toEqual(labelledSet(1, EACH));
  });

  it('hold at least thirty kinds with ten secrets and ten look-alikes each', () => {
    const kinds = [...new Set(set.map(({ kind }) => kind))];
    expect(kinds.length).toBeGreaterThanOrEqual(30);
    for (const kind of kinds) {
      const own = set.filter((labelled) => labelled.kind === kind);
      expect(own.filter(({ secret }) => secret !== '').length, kind).toBeGreaterThanOrEqual(10);
      expect(own.filter(({ secret }) => secret === '').length, kind).toBeGreaterThanOrEqual(10);
    }
  });

  it('keep about a third held out', () => {
    const share = set.filter(({ isHeldOut }) => isHeldOut).length / set.length;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.42);
  });
});

describe('what is counted', () => {
  it('is nine in ten secrets at least, and hardly anything else', () => {
    const { secrets, found, decoys, wrong } = countOf(labelledSet(3, EACH));
    expect(secrets).toBeGreaterThan(60);
    expect(found / secrets).toBeGreaterThanOrEqual(0.9);
    expect(wrong / (secrets + decoys)).toBeLessThan(0.05);
  });

  it('is a secret that still stands there as not found, and a text that lost its words as hidden wrongly', () => {
    const plain = { kind: 'x', before: 'a ', otherSecret: '', after: ' b', isHeldOut: false };
    expect(countOf([{ ...plain, secret: 'nothing-secret' }])).toEqual({ secrets: 1, found: 0, decoys: 0, wrong: 0 });
    const password = ['PASS', 'WORD=Kestrel4711!'].join('');
    expect(countOf([{ ...plain, before: password, secret: '' }])).toEqual({
      secrets: 0,
      found: 0,
      decoys: 1,
      wrong: 1,
    });
  });
});
