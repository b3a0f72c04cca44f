import { expect, it } from 'vitest';
import { displayText } from '../../server/text/display-text.ts';
import fc from '../support/property.ts';

it('a stretch that is shown as it is has the places of one that is read unit by unit', () => {
  const unit = fc.constantFrom(...'ab  .\n\t', 'é', '\u202E');
  let plain = 0;
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), fc.nat(4), (text, start) => {
      const from = Math.min(start, text.length);
      const quick = displayText(text, { start: from, end: text.length }, []);
      // The letter at the end has each unit looked at.
      const slow = displayText(`${text}é`, { start: from, end: text.length + 1 }, []);
      plain += quick.shown === text.slice(from) ? 1 : 0;
      expect(`${quick.shown}é`).toBe(slow.shown);
      expect(quick.labels).toEqual([]);
      for (let at = -1; at <= text.length; at += 1) expect(quick.place(at)).toBe(slow.place(at));
    }),
    { numRuns: 500 },
  );
  expect(plain).toBeGreaterThan(100);
});
