import { describe, expect, it } from 'vitest';
import { maskSecrets } from '../../server/history/export-mask.ts';
import { redact } from '../../server/redaction/redact.ts';
import { SECRETS } from '../redaction/secrets.ts';
import fc from '../support/property.ts';
import { escapedWhole, LABEL, piecesIn, TOKEN } from './export-support.ts';

/** JSON as a string inside JSON, so many times. */
function wrapped(json: string, times: number): string {
  let text = json;
  for (let count = 0; count < times; count += 1) text = JSON.stringify({ inner: text });
  return text;
}

/** What somebody sees who undoes every escape of a text, level by level. */
function levels(text: string): string {
  const undone = (level: string): string =>
    level.replace(/\\(?:u([0-9a-f]{4})|(.))/gs, (_, code: string | undefined, character: string) =>
      code === undefined ? character : String.fromCharCode(Number.parseInt(code, 16)),
    );
  return [text, undone(text), undone(undone(text)), undone(undone(undone(text)))].join('\n');
}

function stringsOf(root: unknown): readonly string[] {
  const strings: string[] = [];
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') strings.push(value);
    else if (typeof value === 'object' && value !== null) waiting.push(...Object.keys(value), ...Object.values(value));
  }
  return strings;
}

describe('masking a record', () => {
  it.each([
    ['a value', `{"a":"my ${TOKEN}."}`, `{"a":"my ${LABEL}."}`],
    ['a key', `{"${TOKEN}":1}`, `{"${LABEL}":1}`],
    ['a value of escapes', `{"a":"${escapedWhole(TOKEN)}","b":"\\u00e9"}`, `{"a":"${LABEL}","b":"\\u00e9"}`],
    ['one escape in the middle', `{"a":"${TOKEN.slice(0, 9)}\\u0054${TOKEN.slice(10)} \\/"}`, `{"a":"${LABEL} \\/"}`],
    ['JSON in JSON', wrapped(JSON.stringify({ a: TOKEN }), 1), wrapped(JSON.stringify({ a: LABEL }), 1)],
    [
      'JSON in JSON in JSON',
      wrapped(JSON.stringify({ a: TOKEN, b: '"' }), 2),
      wrapped(JSON.stringify({ a: LABEL, b: '"' }), 2),
    ],
    [
      'a name beside a value',
      '{"headers":{"Authorization":"Basic dXNlcjpodW50ZXIyMjM0"}}',
      '{"headers":{"Authorization":"Basic [redacted:authorization-header]"}}',
    ],
    ['a line that is no JSON', `{"a":"${TOKEN}`, `{"a":"${LABEL}`],
    ['a broken line with escapes', `{"a":"${escapedWhole(TOKEN)}`, `{"a":"${LABEL}`],
  ])('masks %s and leaves the rest', (_, line, masked) => {
    expect(maskSecrets(line)).toBe(masked);
  });

  it('does not take an escape for the first letter of a secret', () => {
    const line = `{"a":"\\npm_${'aB3dE5fG7hJ9'.repeat(3)}"}`;
    expect(redact(line).masks).toHaveLength(1);
    expect(maskSecrets(line)).toBe(line);
  });

  it('masks each string that a key in several strings goes through', () => {
    const body = ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', 'q7Xk2mZp9sVt4wYb8cNd3fGh6jKlQrTu'];
    const lines = ['-----BEGIN PRIVATE KEY-----', ...body, '-----END PRIVATE KEY-----'];
    const masked = maskSecrets(JSON.stringify({ lines }));
    expect((JSON.parse(masked) as { lines: unknown }).lines).toEqual(lines.map(() => '[redacted:private-key]'));
    expect(body.flatMap((piece) => piecesIn(masked, piece))).toEqual([]);
  });

  it.each(SECRETS)('masks a secret at every level of escapes: $kind, $name', ({ before, secret, after }) => {
    const text = `${before}${secret}${after}`;
    const records = [
      JSON.stringify({ a: text, b: 1 }),
      JSON.stringify({ [text]: 'Ω\\' }),
      `{"a":"${escapedWhole(text)}"}`,
    ];
    for (const line of records.flatMap((record) => [0, 1, 2].map((times) => wrapped(record, times)))) {
      const masked = maskSecrets(line);
      expect(() => JSON.parse(masked)).not.toThrow();
      expect(piecesIn(levels(line), secret)).not.toEqual([]);
      expect(piecesIn(levels(masked), secret)).toEqual([]);
    }
  });

  it('keeps JSON what it is, and lets no secret out, wherever it stands and however it is escaped', () => {
    const secret = fc.constantFrom(TOKEN, `x "${TOKEN}"\n`, `https://ann:${'Zx9-kQ2v'}@example.org/`);
    const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null), secret);
    const value = fc.dictionary(
      fc.oneof(fc.string(), secret),
      fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf)),
    );
    fc.assert(
      fc.property(value, fc.nat(2), fc.constantFrom(0, 2), (made, times, indent) => {
        const text = wrapped(JSON.stringify(made, null, indent), times);
        const masked = maskSecrets(text);
        const read: unknown = JSON.parse(masked);
        expect(piecesIn(masked, TOKEN)).toEqual([]);
        expect(masked).not.toContain('Zx9-kQ2v');
        // Nothing that the gate would still hide in a string, labels aside.
        for (const string of stringsOf(read))
          expect(redact(string.replace(/\[redacted:[a-z-]+\]/g, ' ')).masks).toEqual([]);
        if (masked === text) expect(stringsOf(JSON.parse(text)).flatMap((string) => redact(string).masks)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('gives back what holds no secret as the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        fc.pre(redact(text).masks.length === 0);
        expect(maskSecrets(text)).toBe(text);
      }),
    );
  });

  it('takes time in proportion to the text, whatever it holds', () => {
    const hostile = [
      '\\'.repeat(1_000_000),
      '"\\"'.repeat(300_000),
      `{"a":"${`${escapedWhole(TOKEN)} `.repeat(4000)}"}`,
      `${'['.repeat(500_000)}${TOKEN}`,
    ];
    for (const text of hostile) {
      const startedMs = performance.now();
      maskSecrets(text);
      expect(performance.now() - startedMs).toBeLessThan(5000);
    }
  });
});
