import { expect, test } from 'vitest';
import { excerptOf } from '../../../app/(signed-in)/search/excerpt.ts';
import fc from '../../support/property.ts';

test('a short text stays whole', () => {
  const whole = { text: 'deploy failed', highlights: [[0, 6]] as const };
  expect(excerptOf(whole, 13)).toEqual(whole);
});

test('a long text is shown around its first hit, which is marked in the same place', () => {
  const text = `${'a'.repeat(500)}needle${'b'.repeat(500)}`;
  const cut = excerptOf({ text, highlights: [[500, 506]] }, 90);
  expect(cut.text).toBe(`…${'a'.repeat(30)}needle${'b'.repeat(54)}…`);
  expect(cut.highlights.map(([start, end]) => cut.text.slice(start, end))).toEqual(['needle']);
});

test('highlights keep naming the same text, and no character is cut in two', () => {
  const unit = fc.constantFrom('a', '😀', 'ก', ' ');
  const cases = fc.record({
    text: fc.array(unit, { minLength: 1, maxLength: 80 }).map((units) => units.join('')),
    from: fc.nat(70),
    max: fc.integer({ min: 4, max: 40 }),
  });
  fc.assert(
    fc.property(cases, ({ text, from, max }) => {
      const start = Math.min(from, text.length - 1);
      const span = [start, Math.min(text.length, start + 2)] as const;
      const cut = excerptOf({ text, highlights: [span] }, max);
      const isCut = text.isWellFormed() && cut.text.isWellFormed();
      expect(isCut).toBe(true);
      for (const [begin, end] of cut.highlights) expect(cut.text.slice(begin, end)).toBe(text.slice(...span));
    }),
  );
});
