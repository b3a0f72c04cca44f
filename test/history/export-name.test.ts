import { describe, expect, it } from 'vitest';
import { exportName } from '../../server/history/export-name.ts';
import { contentDisposition } from '../../server/trpc/content-disposition.ts';
import fc from '../support/property.ts';

const ID = '0123456789abcdef01234567';

describe('the name of an export', () => {
  it.each([
    ['Nightly release, 3rd try', 'Nightly-release-3rd-try-01234567.md'],
    ['夜間リリース', '夜間リリース-01234567.md'],
    ['รายงานประจำวัน', `${'รายงานประจำวัน'.normalize('NFKC')}-01234567.md`],
    ['\u202Egnp.exe', 'gnp-exe-01234567.md'],
    ['../../etc/passwd', 'etc-passwd-01234567.md'],
    ['a\\b:c|d"e', 'a-b-c-d-e-01234567.md'],
    ['two\r\nlines: x', 'two-lines-x-01234567.md'],
    ['con', 'con-01234567.md'],
    ['.hidden', 'hidden-01234567.md'],
    ['🙂🙂', '01234567.md'],
    ['', '01234567.md'],
    [null, '01234567.md'],
  ])('of %j is %s', (title, name) => {
    expect(exportName(title, ID, 'md')).toBe(name);
  });

  it('is short and harmless whatever the title, in both ways that a browser reads it', () => {
    const title = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
    );
    fc.assert(
      fc.property(
        fc.oneof(title, fc.constantFrom('x'.repeat(10_000), '漢'.repeat(10_000), '𠮷ﷺ'.repeat(5000))),
        (made) => {
          const name = exportName(made, ID, 'jsonl');
          expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]+\.jsonl$/u);
          expect([...name].length).toBeLessThanOrEqual(80);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
          const header = contentDisposition(name);
          expect(header).toMatch(
            /^attachment; filename="[A-Za-z0-9][A-Za-z0-9.-]*\.jsonl"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/,
          );
          expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(name);
        },
      ),
    );
  });
});
