import { describe, expect, it } from 'vitest';
import { matchSpans } from '../../server/text/match-spans.ts';
import { cutSnippet } from '../../server/text/snippet.ts';
import type { Span } from '../../server/text/span.ts';
import fc from '../support/property.ts';

function spansOf(text: string, ...words: string[]): Span[] {
  return matchSpans(text, {
    type: 'or',
    nodes: words.map((word) => ({ type: 'phrase', terms: [word], isPrefix: false })),
  });
}

function cut(text: string, words: readonly string[], maxLength = 60): { snippet: string; marked: string[] } {
  const { snippet, highlights } = cutSnippet({ text, spans: spansOf(text, ...words), masks: [], maxLength });
  return { snippet, marked: highlights.map(([start, end]) => snippet.slice(start, end)) };
}

const filler = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor ';

describe('a snippet', () => {
  it('is the whole text when it fits, with white space and control characters as one space', () => {
    expect(cut(' one\t\n two\0three  ', ['two', 'three'])).toEqual({
      snippet: 'one two three',
      marked: ['two', 'three'],
    });
    expect(cut('', [])).toEqual({ snippet: '', marked: [] });
  });

  it('has the match in its middle, between words, with ellipses where text is left out', () => {
    const { snippet, marked } = cut(`${filler.repeat(5)}needle ${filler.repeat(5)}`, ['needle']);
    expect(marked).toEqual(['needle']);
    expect(snippet).toMatch(/^…[a-z]+ .* needle .* [a-z]+…$/);
    expect(snippet.length).toBeLessThanOrEqual(60);
    expect(snippet.length).toBeGreaterThan(40);
    expect(Math.abs(snippet.indexOf('needle') + 3 - snippet.length / 2)).toBeLessThan(15);
    for (const word of snippet.slice(1, -1).split(' ')) expect(`${filler}needle`.split(' ')).toContain(word);
  });

  it('is the beginning without matches', () => {
    expect(cut(filler.repeat(3), []).snippet).toMatch(/^lorem ipsum .*…$/);
  });

  it('shows where most different words stand together', () => {
    const text = `foo foo foo foo ${filler.repeat(4)} foo and bar ${filler.repeat(4)} bar bar`;
    expect(cut(text, ['foo', 'bar']).marked).toEqual(['foo', 'bar']);
  });

  it('bounds a match that is longer than itself', () => {
    const text = `${filler}${'x'.repeat(5000)} end`;
    const { snippet, marked } = cut(text, []);
    expect(snippet.length).toBeLessThanOrEqual(60);
    expect(marked).toEqual([]);
    const spans = [{ start: filler.length, end: filler.length + 5000 }];
    const long = cutSnippet({ text, spans, masks: [], maxLength: 60 });
    expect(long.snippet.length).toBeLessThanOrEqual(60);
    expect(long.highlights).toEqual([[1, long.snippet.length - 1]]);
  });

  it('never cuts a surrogate pair, a combining sequence or a joined emoji', () => {
    for (const unit of ['👍🏽', 'é'.normalize('NFD'), '👩‍💻', 'น้', '각'.normalize('NFD')]) {
      const text = `${unit.repeat(100)} needle ${unit.repeat(100)}`;
      for (let maxLength = 20; maxLength < 40; maxLength += 1) {
        const { snippet } = cut(text, ['needle'], maxLength);
        expect(snippet.replace(/^…|…$/g, '').replace('needle', '').replaceAll(unit, '').trim()).toBe('');
        expect(snippet.length).toBeLessThanOrEqual(maxLength);
        expect(snippet).toContain('needle');
      }
    }
  });

  it('reads no half characters where much white space is left out', () => {
    for (let gap = 200; gap < 250; gap += 1) {
      const text = `${'👍'.repeat(200)}${' '.repeat(gap)}needle${' '.repeat(gap)}${'👍'.repeat(200)}`;
      expect(cut(text, ['needle']).snippet).toMatch(/^…(👍* )?needle( 👍*)?…$/u);
    }
  });

  it('shows masks whole or not at all, and moves the highlights', () => {
    const text = `${filler}token=\uFFFC, needle \uFFFC${filler}`;
    const masks = [text.indexOf('\uFFFC'), text.lastIndexOf('\uFFFC')].map((offset) => ({
      offset,
      kind: 'authorization-header',
    }));
    for (let maxLength = 1; maxLength < 140; maxLength += 1) {
      const { snippet, highlights } = cutSnippet({ text, spans: spansOf(text, 'needle'), masks, maxLength });
      expect(snippet.length).toBeLessThanOrEqual(maxLength);
      expect(snippet.replaceAll('[redacted:authorization-header]', '')).not.toMatch(/[[\]:\uFFFC]|redacted/);
      for (const [start, end] of highlights) expect('needle').toContain(snippet.slice(start, end));
    }
    const wide = cutSnippet({ text, spans: spansOf(text, 'needle'), masks, maxLength: 110 });
    expect(wide.snippet).toContain('token=[redacted:authorization-header], needle [redacted:authorization-header]');
  });

  it('does not let direction marks turn what stands around it', () => {
    expect(cut('a\u202Eb\u2067c', []).snippet).toBe('abc');
  });

  it('of any text is bounded, well formed, and marks what matched', () => {
    const unit = fc.oneof(
      fc.constantFrom('needle ', 'needle', ' ', '\n', 'x', 'é', '我', '\uFFFC', '\u0301', '\u202E', '👍🏽', '\uD83D'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 300 }), fc.integer({ min: 0, max: 120 }), (units, maxLength) => {
        const text = units.join('');
        const masks = [...text.matchAll(/\uFFFC/g)].map(({ index }) => ({ offset: index, kind: 'jwt' }));
        const { snippet, highlights } = cutSnippet({ text, spans: spansOf(text, 'needle'), masks, maxLength });
        const isMarked = highlights.every(([start, end], index) => {
          return start < end && end <= snippet.length && start >= (highlights[index - 1]?.[1] ?? 0);
        });
        const hasWholeMasks = !snippet.includes('\uFFFC') && !/redacted/.test(snippet.replaceAll('[redacted:jwt]', ''));
        return isMarked && hasWholeMasks && snippet.length <= maxLength && snippet.isWellFormed();
      }),
      { numRuns: 150 },
    );
  });

  it('of five megabytes of one word takes milliseconds', () => {
    const text = 'needle '.repeat(750_000);
    const spans = Array.from({ length: 750_000 }, (_, index) => ({ start: index * 7, end: index * 7 + 6 }));
    const startMs = performance.now();
    const { snippet, highlights } = cutSnippet({ text, spans, masks: [], maxLength: 300 });
    expect(performance.now() - startMs).toBeLessThan(1000);
    expect(snippet.length).toBeLessThanOrEqual(300);
    expect(highlights.length).toBeGreaterThan(35);
  });
});
