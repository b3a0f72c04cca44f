import { describe, expect, it } from 'vitest';
import { redact, redactAgain } from '../../server/redaction/redact.ts';
import { invent } from './values.ts';

const GITHUB = `ghp_${invent('base62', 36, 1)}`;
const NPM = `npm_${invent('base62', 36, 2)}`;
const PASSWORD = invent('base62', 16, 3);

describe('redact', () => {
  it('puts one mask character for each secret and says where and what', () => {
    expect(redact(`a ${GITHUB} b ${NPM}.`)).toEqual({
      text: 'a \uFFFC b \uFFFC.',
      masks: [
        { offset: 2, kind: 'github-token' },
        { offset: 6, kind: 'npm-token' },
      ],
    });
  });

  it('counts offsets in UTF-16 units', () => {
    expect(redact(`🔑${GITHUB}🔑${NPM}`).masks.map(({ offset }) => offset)).toEqual([2, 5]);
  });

  it('gives back text without secrets as it is', () => {
    expect(redact('nothing 🔑 to 隠す')).toEqual({ text: 'nothing 🔑 to 隠す', masks: [] });
    expect(redact('')).toEqual({ text: '', masks: [] });
  });

  it('makes one mask of secrets that touch, of the kind of the first', () => {
    expect(redact(`AKIA${invent('base32', 15, 5)}7${GITHUB}`)).toEqual({
      text: '\uFFFC',
      masks: [{ offset: 0, kind: 'aws-access-key-id' }],
    });
  });

  it('makes one mask of secrets inside each other, of the kind of the longest', () => {
    expect(redact(`postgres://u:${PASSWORD}${GITHUB}@db.test`)).toEqual({
      text: 'postgres://u:\uFFFC@db.test',
      masks: [{ offset: 13, kind: 'url-password' }],
    });
  });

  it('names the more telling kind where two rules see the same span', () => {
    expect(redact(`Authorization: Bearer ${GITHUB}`).masks).toEqual([{ offset: 22, kind: 'github-token' }]);
    expect(redact(`https://u:${GITHUB}@git.test`).masks).toEqual([{ offset: 10, kind: 'github-token' }]);
  });

  it('hides the same secret twice without telling that it is the same', () => {
    expect(redact(`${GITHUB} ${GITHUB}`)).toEqual(redact(`${GITHUB} ghp_${invent('base62', 36, 6)}`));
  });

  it('replaces a mask character that stands in the text: nobody can forge a mask', () => {
    expect(redact('\uFFFC [redacted:jwt] \uFFFC')).toEqual({ text: '\uFFFD [redacted:jwt] \uFFFD', masks: [] });
    expect(redact(`\uFFFC${GITHUB}`)).toEqual({ text: '\uFFFD\uFFFC', masks: [{ offset: 1, kind: 'github-token' }] });
  });

  it('replaces what would not come back from the store as it went in', () => {
    expect(redact('a\0b\uD83Dc\uDD11d🔑e\uDD11\uD83D').text).toBe('a\uFFFDb\uFFFDc\uFFFDd🔑e\uFFFD\uFFFD');
  });

  it('finds a secret beside such characters', () => {
    expect(redact(`\0${GITHUB}\uD83D`).text).toBe('\uFFFD\uFFFC\uFFFD');
  });

  it('does not read a secret that is cut by a character of another kind', () => {
    const [head, tail] = [GITHUB.slice(0, 10), GITHUB.slice(10)];
    expect(redact(`${head} or ${tail}`).masks).toEqual([]);
  });
});

describe('redactAgain', () => {
  const stored = redact(`a ${GITHUB} b`);

  it('finds nothing new in what was redacted by the same rules, and gives back the same string', () => {
    expect(redactAgain(stored.text, stored.masks)).toEqual(stored);
    expect(redactAgain(stored.text, stored.masks).text).toBe(stored.text);
  });

  it('keeps old masks, whatever their kind, and adds new ones', () => {
    const text = `x \uFFFC ${NPM} \uFFFC y`;
    const masks = [
      { offset: 2, kind: 'a-rule-of-old' },
      { offset: text.length - 3, kind: 'jwt' },
    ];
    expect(redactAgain(text, masks)).toEqual({
      text: 'x \uFFFC \uFFFC \uFFFC y',
      masks: [
        { offset: 2, kind: 'a-rule-of-old' },
        { offset: 4, kind: 'npm-token' },
        { offset: 6, kind: 'jwt' },
      ],
    });
  });

  it('joins a new secret to an old mask that it touches', () => {
    const after = redactAgain(`\uFFFC${NPM}`, [{ offset: 0, kind: 'jwt' }]);
    expect(after).toEqual({ text: '\uFFFC', masks: [{ offset: 0, kind: 'jwt' }] });
    const before = redactAgain(`${NPM}\uFFFC`, [{ offset: NPM.length, kind: 'jwt' }]);
    expect(before).toEqual({ text: '\uFFFC', masks: [{ offset: 0, kind: 'npm-token' }] });
  });

  it('takes an old mask for a break', () => {
    const text = `\uFFFChf_${invent('base62', 34, 7)}`;
    expect(redactAgain(text, [{ offset: 0, kind: 'jwt' }]).text).toBe('\uFFFC');
  });

  it('replaces a mask character that no mask points at, and drops a mask that points at none', () => {
    expect(
      redactAgain('a \uFFFC b \uFFFC', [
        { offset: 2, kind: 'jwt' },
        { offset: 3, kind: 'jwt' },
      ]),
    ).toEqual({
      text: 'a \uFFFC b \uFFFD',
      masks: [{ offset: 2, kind: 'jwt' }],
    });
  });
});
