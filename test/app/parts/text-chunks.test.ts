import { describe, expect, it } from 'vitest';
import { CHUNK_UNITS, cutInChunks } from '../../../app/_parts/text-chunks.ts';
import fc from '../../support/property.ts';

describe('the chunks of a long text', () => {
  it('are the text, cut at line ends, and within lines that are too long', () => {
    const line = fc.integer({ min: 0, max: 3 * CHUNK_UNITS }).map((units) => 'x\u{1F600}'.repeat(units / 3));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        const chunks = cutInChunks(text, []);
        let at = 0;
        for (const { start, text: part } of chunks) {
          // Nothing but one line end is left out between two chunks.
          expect(['', '\n']).toContain(text.slice(at, start));
          expect(text.slice(start, start + part.length)).toBe(part);
          expect(part.length).toBeLessThanOrEqual(CHUNK_UNITS);
          expect(part.isWellFormed()).toBe(true);
          at = start + part.length;
        }
        expect(at).toBe(text.length);
      }),
      { numRuns: 50 },
    );
  });

  it('hold no more than some hundred lines each', () => {
    const chunks = cutInChunks('a\n'.repeat(10_000), []);
    expect(Math.max(...chunks.map(({ lines }) => lines))).toBeLessThanOrEqual(200);
    expect(chunks.length).toBeLessThan(60);
  });

  it('carry the marks that lie in them, and their part of those that reach across', () => {
    const text = `${'a'.repeat(CHUNK_UNITS - 4)} hit\nhit ${'b'.repeat(CHUNK_UNITS - 4)}\nhit`;
    const across = { start: CHUNK_UNITS - 3, end: CHUNK_UNITS + 4, kind: 'hit' as const };
    const last = { start: text.length - 3, end: text.length, kind: 'hit' as const };
    const chunks = cutInChunks(text, [across, last]);
    expect(chunks.map(({ text: part, spans }) => spans.map(({ start, end }) => part.slice(start, end)))).toEqual([
      ['hit'],
      ['hit'],
      ['hit'],
    ]);
  });
});
