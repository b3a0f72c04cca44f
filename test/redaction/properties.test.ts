import { describe, expect, it } from 'vitest';
import { MASK_CHARACTER } from '../../server/contract/redaction.ts';
import { redact, redactAgain } from '../../server/redaction/redact.ts';
import { RULES } from '../../server/redaction/rules.ts';
import fc from '../support/property.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { SECRETS } from './secrets.ts';
import { invent } from './values.ts';

const GLUE = ['', ' ', '\n', '\\n', '.', '-', '_', ':', '/', '@', '=', '"', '\\"', '%3D', 'x', '7', '+', '，', '🔑'];
const DISGUISES = [
  '\u200B',
  '\u00AD',
  '\u001b[1m',
  '**',
  '\\u0041',
  '\\x42',
  '%43',
  '&#68;',
  '&quot;',
  '\r\n',
  '\n> ',
  'password=',
  'token: "',
];
const FORGERIES = ['\uFFFC', '\uFFFD', '\0', '\uD83D', '\uDD11'];
const ENDS = [
  '-----END PRIVATE ',
  'RSA PRIVATE KEY-----',
  'Bearer ',
  'Basic ',
  'authorization: ',
  '://u:',
  '@host',
  '.eyJ',
  'EXAMPLE',
];

/** Texts on which rules meet: secrets, their beginnings, ends and look-alikes, glued in every way. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...SECRETS.map(({ before, secret, after }) => before + secret + after)),
      fc.constantFrom(...SECRETS.map(({ secret }) => secret.slice(-40))),
      fc.constantFrom(...SECRETS.map(({ secret }) => secret.slice(0, 24))),
      fc.constantFrom(...RULES.flatMap(({ keywords }) => keywords)),
      fc.constantFrom(...Object.values(LOOK_ALIKES).flat()),
      fc.constantFrom(...GLUE),
      fc.constantFrom(...DISGUISES),
      fc.constantFrom(...FORGERIES, ...ENDS),
      fc.nat(999).map((seed) => invent('base62', (seed % 50) + 1, seed)),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

const check = (property: (text: string) => void): void => {
  fc.assert(fc.property(hostileText, property), { numRuns: 600 });
};

describe('for any text', () => {
  it('redacting again finds nothing new', () => {
    check((text) => {
      const once = redact(text);
      expect(redactAgain(once.text, once.masks)).toEqual(once);
    });
  });

  it('redacting the redacted text alone finds nothing either: only the masks turn into replacement characters', () => {
    check((text) => {
      const once = redact(text);
      expect(redact(once.text)).toEqual({ text: once.text.replaceAll(MASK_CHARACTER, '\uFFFD'), masks: [] });
    });
  });

  it('masks and mask characters are one to one, in ascending order, never side by side', () => {
    check((text) => {
      const { text: redacted, masks } = redact(text);
      const offsets = [...redacted.matchAll(/\uFFFC/g)].map(({ index }) => index);
      expect(masks.map(({ offset }) => offset)).toEqual(offsets);
      expect(redacted).not.toContain(MASK_CHARACTER + MASK_CHARACTER);
    });
  });

  it('what is kept is what stood there, in order', () => {
    check((text) => {
      const clean = text.replaceAll(/[\0\uFFFC\p{Surrogate}]/gu, '\uFFFD');
      let from = 0;
      for (const piece of redact(text).text.split(MASK_CHARACTER)) {
        const at = clean.indexOf(piece, from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + piece.length;
      }
    });
  });

  it('a secret with a space on both sides is hidden', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom(...SECRETS), hostileText, (before, { secret, ...around }, after) => {
        const { text } = redact(`${before} ${around.before}${secret}${around.after} ${after}`);
        const isElsewhere = before.includes(secret.slice(-12)) || after.includes(secret.slice(-12));
        expect(isElsewhere || !text.includes(secret.slice(-12))).toBe(true);
      }),
      { numRuns: 600 },
    );
  });
});
