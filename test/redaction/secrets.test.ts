import { describe, expect, it } from 'vitest';
import { MASK_CHARACTER, SECRET_KINDS } from '../../server/contract/redaction.ts';
import { redact } from '../../server/redaction/redact.ts';
import type { SecretCase } from './secret-case.ts';
import { SECRETS } from './secrets.ts';

type Surroundings = { readonly name: string; readonly before: string; readonly after: string; readonly glues?: true };

const SURROUNDINGS: readonly Surroundings[] = [
  { name: 'alone', before: '', after: '' },
  { name: 'at the start', before: '', after: ' is what it printed.' },
  { name: 'at the end', before: 'it printed ', after: '' },
  { name: 'in the middle of a line', before: 'it printed ', after: ', then it stopped' },
  { name: 'between lines', before: 'KEY=\n', after: '\nOTHER=1' },
  { name: 'in JSON', before: '{"key":"', after: '","n":1}' },
  { name: 'in JSON with escaped quotes', before: '{\\"key\\":\\"', after: '\\",\\"n\\":1}' },
  { name: 'behind an escaped line break', before: 'one\\n', after: '\\ntwo' },
  { name: 'behind an escaped character', before: 'k\\u003d', after: '\\u0026n' },
  { name: 'behind a colour', before: '\u001b[32m', after: '\u001b[0m' },
  { name: 'in CJK text', before: '密钥是', after: '。请保存' },
  { name: 'between Thai letters', before: 'กุญแจ', after: 'นี้' },
  { name: 'between emoji', before: '🔑', after: '🔑' },
  { name: 'in a URL query', before: 'https://host.test/p?key=', after: '&page=2' },
  { name: 'in an escaped URL query', before: 'https://host.test/p?q=key%3D', after: '%26page' },
  { name: 'in backquotes', before: '`', after: '`' },
  { name: 'in a shell assignment', before: "export KEY='", after: "'" },
  { name: 'behind an underscore', before: 'old_', after: '' },
  { name: 'behind words that switch other detectors off', before: '// secretlint-disable gitleaks:allow\n', after: '' },
  { name: 'glued to letters', before: 'abc', after: '', glues: true },
  { name: 'glued to a digit', before: '7', after: '', glues: true },
];

/** A digit in front of a secret that begins with digits belongs to it. */
function canBeGlued({ before, secret, canBeGlued: can }: SecretCase, glue: string): boolean {
  if (before !== '') return true;
  return can && !(/[0-9]$/.test(glue) && /^[0-9]/.test(secret));
}

/** The pieces of eight characters of a secret that still stand in a text. */
function piecesIn(text: string, secret: string): readonly string[] {
  const pieces = Array.from({ length: Math.max(0, secret.length - 7) }, (_, at) => secret.slice(at, at + 8));
  return pieces.filter((piece) => text.includes(piece));
}

function expectHidden(secretCase: SecretCase, around: Surroundings): void {
  const before = around.before + secretCase.before;
  const after = secretCase.after + around.after;
  const { text, masks } = redact(before + secretCase.secret + after);
  expect(piecesIn(text, secretCase.secret), around.name).toEqual([]);
  expect({ text, masks }, around.name).toEqual({
    text: before + MASK_CHARACTER + after,
    masks: [{ offset: before.length, kind: secretCase.kind }],
  });
}

describe('a secret is hidden whole, and nothing else is, whatever stands around it', () => {
  it.each(SECRETS)('$kind: $name', (secretCase) => {
    for (const around of SURROUNDINGS) {
      if (around.glues && !canBeGlued(secretCase, around.before)) continue;
      expectHidden(secretCase, around);
    }
  });

  it.each(SECRETS.filter(({ canBeGlued: can }) => !can))(
    'but not where letters are glued to $kind: $name',
    ({ secret }) => {
      expect(redact(`abc${secret}`)).toEqual({ text: `abc${secret}`, masks: [] });
    },
  );
});

describe('the list of secrets', () => {
  it.each(SECRET_KINDS)('has at least five of kind %s', (kind) => {
    expect(SECRETS.filter((secretCase) => secretCase.kind === kind).length).toBeGreaterThanOrEqual(5);
  });

  it('has no two alike', () => {
    expect(new Set(SECRETS.map(({ before, secret }) => before + secret)).size).toBe(SECRETS.length);
  });
});
