import { describe, expect, test } from 'vitest';
import { type PaceSample, paceOf, paceText, withSample } from '../../../app/_parts/import-pace.ts';

const samplesOf = (...points: readonly (readonly [timeMs: number, bytesDone: number])[]): readonly PaceSample[] =>
  points.reduce<readonly PaceSample[]>(
    (samples, [timeMs, bytesDone]) => withSample(samples, { timeMs, bytesDone }),
    [],
  );

describe('the pace of an import', () => {
  test('is bytes by time, and what is left at that', () => {
    expect(paceOf(samplesOf([0, 0], [1000, 10_000_000], [4000, 40_000_000]), 60_000_000)).toEqual({
      bytesPerSecond: 10_000_000,
      remainingMs: 2000,
    });
  });

  test('is not known in the first two seconds, nor while nothing is read', () => {
    expect(paceOf([], 100)).toBeNull();
    expect(paceOf(samplesOf([0, 0], [1900, 50]), 100)).toBeNull();
    expect(paceOf(samplesOf([0, 7], [9000, 7]), 100)).toBeNull();
  });

  test('follows the last ten seconds, so that a slow start does not count for ever', () => {
    const samples = samplesOf([0, 0], [10_000, 1000], [20_000, 11_000], [21_000, 13_000]);
    expect(samples[0]?.timeMs).toBe(20_000);
    expect(paceOf(samplesOf([10_000, 1000], [20_000, 11_000]), 11_000)).toEqual({
      bytesPerSecond: 1000,
      remainingMs: 0,
    });
  });

  test('looks at a sample each quarter of a second at most', () => {
    const many = samplesOf(...Array.from({ length: 1000 }, (_, index) => [index, index] as const));
    expect(many.map(({ timeMs }) => timeMs)).toEqual([0, 250, 500, 750]);
  });

  test('is told in words', () => {
    expect(paceText({ bytesPerSecond: 41_234_567, remainingMs: 124_000 })).toBe('41 MB/s · about 2 min 4 s left');
    expect(paceText({ bytesPerSecond: 900.4, remainingMs: 400 })).toBe('900 B/s');
  });
});
