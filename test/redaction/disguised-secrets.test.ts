import { describe, expect, it } from 'vitest';
import { redact } from '../../server/redaction/redact.ts';
import { encode, invent } from './values.ts';

const GITHUB = `ghp_${invent('base62', 36, 700)}`;
const ANTHROPIC = `sk-ant-${'api03'}-${invent('base64url', 93, 701)}AA`;

function hidden(before: string, after: string): string {
  return `${before}\uFFFC${after}`;
}

/** Cut at these places, the pieces joined by what disguises them. */
function pieces(secret: string, ...places: readonly number[]): readonly string[] {
  return [...places, secret.length].map((end, index) => secret.slice(places[index - 1] ?? 0, end));
}

function escaped(secret: string, write: (code: number) => string): string {
  return [...secret].map((character, index) => (index % 5 === 3 ? write(character.charCodeAt(0)) : character)).join('');
}

const hex = (code: number): string => code.toString(16).padStart(2, '0');

describe('a secret that was made hard to see is hidden whole', () => {
  it.each([
    ['zero-width spaces', '\u200B'],
    ['joiners', '\u200D\u2060'],
    ['soft hyphens', '\u00AD'],
    ['colours', '\u001b[1;31m'],
    ['colours written as JSON', '\\u001b[0m'],
    ['emphasis', '**'],
    ['marks of HTML', '<wbr>'],
    ['source code that puts pieces together', '" + "'],
  ])('with %s inside', (_, sign) => {
    for (const secret of [GITHUB, ANTHROPIC])
      expect(redact(`see ${pieces(secret, 9, 20).join(sign)} for more`).text).toBe(hidden('see ', ' for more'));
  });

  it.each([
    ['JSON', (code: number) => `\\u00${hex(code)}`],
    ['JavaScript', (code: number) => `\\x${hex(code)}`],
    ['an address', (code: number) => `%${hex(code)}`],
    ['HTML, in hex', (code: number) => `&#x${hex(code)};`],
    ['HTML, in decimals', (code: number) => `&#${code};`],
  ])('written as %s writes it', (_, write) => {
    expect(redact(`see ${escaped(GITHUB, write)} for more`).text).toBe(hidden('see ', ' for more'));
  });

  it.each([
    ['a line end', '\n'],
    ['a line end of Windows', '\r\n'],
    ['an indented line', '\n    '],
    ['a citation', '\n> '],
    ['an escaped line end', '\\n'],
    ['a shell that goes on', ' \\\n  '],
    ['source code that goes on', '" +\n  "'],
    ['two blocks of one message', '\n\n'],
  ])('over %s', (_, seam) => {
    for (const place of [6, 14, 25])
      expect(redact(`see ${pieces(GITHUB, place).join(seam)} for more`).text).toBe(hidden('see ', ' for more'));
  });

  it('in base64, of either alphabet', () => {
    const config = encode(`{"user":"zoe","key":"${GITHUB}","id":1}`);
    const { text, masks } = redact(`secret data ${config} end`);
    expect(masks).toHaveLength(1);
    for (const piece of pieces(encode(GITHUB.slice(2, 38)), 8, 16, 24, 32, 40)) expect(text).not.toContain(piece);
    expect(text.startsWith('secret data ')).toBe(true);
    expect(text.endsWith(' end')).toBe(true);
  });

  it('on more than one line', () => {
    const lines = pieces(ANTHROPIC, 30, 60, 90);
    expect(redact(`key:\n${lines.join('\n')}`).text).toBe('key:\n\uFFFC');
  });
});

describe('what only looks cut in two stays', () => {
  it.each([
    ['the next line is another setting', `A=${GITHUB}\nAWS_S3_BUCKET_2=logs`, 'A=\uFFFC\nAWS_S3_BUCKET_2=logs'],
    ['the next line is another secret', `${GITHUB}\n${GITHUB}`, '\uFFFC\n\uFFFC'],
    ['the next line is prose', `it is ${GITHUB}\nversion-2.0.1 has it`, 'it is \uFFFC\nversion-2.0.1 has it'],
    ['a prefix ends the line', `they begin with ghp_\nand commit ${invent('hex', 40, 702)}`, null],
    ['hashes in a list', `${invent('hex', 40, 703)}\n${invent('hex', 40, 704)}`, null],
    ['products', 'width*height*depth4you', null],
    ['text in base64', encode('hello world, this is only a text without anything'), null],
  ])('where %s', (_, text, expected) => {
    expect(redact(text).text).toBe(expected ?? text);
  });

  it('and an escape alone is left as it was written', () => {
    const text = 'caf\u00e9 \\u0041BC &amp; %20 a\u200Bb \u001b[31mred\u001b[0m \\/';
    expect(redact(text)).toEqual({ text, masks: [] });
  });
});
