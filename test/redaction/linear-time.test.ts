import { describe, expect, it } from 'vitest';
import { redact } from '../../server/redaction/redact.ts';
import { RULES } from '../../server/redaction/rules.ts';

/** What is asked for is a second for each megabyte; a busy machine gets twice as long before it counts as a fault. */
const MEBIBYTE_MS = 2000;
const MEBIBYTE = 1_048_576;
const BEGIN = ['-----BEGIN PRIVATE ', 'KEY-----'].join('');
const ALGORITHM = Buffer.from('{"alg":"HS256",').toString('base64url');

/** What costs a rule most: its keyword again and again, glued to itself, to a short body, to a placeholder. */
function hostileUnits(keywords: readonly string[]): readonly string[] {
  return keywords.flatMap((keyword) => [keyword, `${keyword}a1`, `${keyword}tokenkey1`]);
}

const OTHER_UNITS: readonly string[] = [
  BEGIN,
  `${BEGIN}aB3dE6gH`.repeat(3),
  `${BEGIN}${'\\n '.repeat(500)}`,
  'Version: 1\n',
  `${'eyJ'.repeat(3000)}.eyJ`,
  `${ALGORITHM}.eyJ`,
  `${ALGORITHM.repeat(500)}.eyJ`,
  `://${'a'.repeat(120)}`,
  `://a:${'b'.repeat(300)}`,
  '://a:@@@@@@@@@@@@',
  '://a:b\\u00aa',
  'authorization:bearer ',
  `authorization${' '.repeat(11)}`,
  `authorization: bearer ${'authorization:'.repeat(290)}`,
  `Bearer ${'a1'.repeat(2000)}`,
  'password="',
  'password=password',
  'api_key: token=',
  'mysql -a b ',
  'Cookie: sid=a1; ',
  'cookie:a=',
  `AKIA${'2QWERTZUIOPAS7DF'} `,
  'ghp_\u200B',
  'a1b2c3d4\n',
  'abc*abc*',
  '%67hp_a1b2',
  '&#103;hp_',
  `${Buffer.from('password="a1b2c3" ').toString('base64')}.`,
  'server=;password=a1;',
  '\0',
  '🔑',
  '\uFFFC',
  '\uD83D',
];

function fill(unit: string, length: number): string {
  return Buffer.from(unit.repeat(Math.ceil(length / unit.length)).slice(0, length), 'utf16le').toString('utf16le');
}

/** Processor time in milliseconds, which other processes lengthen less than the time on the wall. */
function costMs(text: string): number {
  const before = process.cpuUsage();
  redact(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of a few tries, which end as soon as one is below the limit: the rest is noise of the machine. */
function leastCostMs(text: string, limitMs = 0): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 4 && least >= limitMs; tries += 1) least = Math.min(least, costMs(text));
  return least;
}

describe('hostile text takes linear time', () => {
  it.each(RULES.map((rule) => [`${rule.kind} (${rule.keywords[0]})`, rule] as const))(
    'for the rule %s: less than a second a mebibyte',
    (_, { keywords }) => {
      const units = hostileUnits(keywords);
      const text = units.map((unit) => fill(unit, Math.ceil(MEBIBYTE / 4 / units.length))).join('');
      expect(leastCostMs(text, MEBIBYTE_MS / 4)).toBeLessThan(MEBIBYTE_MS / 4);
    },
  );

  it('a mebibyte of every kind of hostile text under a second', () => {
    const units = [...OTHER_UNITS, ...RULES.flatMap(({ keywords }) => hostileUnits(keywords))];
    const text = units.map((unit) => fill(unit, Math.ceil(MEBIBYTE / units.length))).join('');
    expect(leastCostMs(text, MEBIBYTE_MS)).toBeLessThan(MEBIBYTE_MS);
  });

  it.each(OTHER_UNITS.map((unit) => [JSON.stringify(unit.slice(0, 30)), unit] as const))(
    'four times the text of %s takes about four times as long',
    (_, unit) => {
      // Below a few milliseconds the clock decides, not the pattern. Quadratic time would take sixteen times as long.
      const limitMs = Math.max(leastCostMs(fill(unit, 32_768)), 4) * 10;
      expect(leastCostMs(fill(unit, 131_072), limitMs)).toBeLessThan(limitMs);
    },
  );

  it('one block that never ends does not cost more than its length', () => {
    expect(leastCostMs(BEGIN + fill('aB3dE6gH\n', MEBIBYTE), MEBIBYTE_MS)).toBeLessThan(MEBIBYTE_MS);
  });
});

describe('ordinary text passes fast', () => {
  it('at 10 MB a second or more when it holds no secret', () => {
    const line =
      'const data = await fetch("https://api.example.test/v1/items?page=2"); // see task-42, npm_config, Bearer\n';
    // Measured at 100 and more on a quiet machine: a tenth of it means that the keyword scan is gone.
    const limitMs = 1000 / 10;
    expect(leastCostMs(fill(line, 1_000_000), limitMs)).toBeLessThan(limitMs);
  });
});
