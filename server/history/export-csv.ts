import { readable } from './export-head.ts';
import { maskSecrets } from './export-mask.ts';

export type Cell = string | number | boolean | null;

const BYTE_ORDER_MARK = '\uFEFF';
/** What a spreadsheet takes for the beginning of a formula, also in full width and behind white space. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/**
 * A table as RFC 4180 says, in UTF-8 with a byte order mark, which spreadsheets need. Texts are redacted, stand on one
 * line, and are always quoted; one that would be a formula gets an apostrophe in front.
 */
export async function* toCsv(
  names: readonly string[],
  rows: Iterable<readonly Cell[]>,
): AsyncGenerator<string, void, undefined> {
  yield `${BYTE_ORDER_MARK}${line(names)}`;
  for (const row of rows) yield line(row);
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const masked = maskSecrets(cell);
  const mark = FORMULA.test(masked) ? "'" : '';
  return `"${mark}${readable(masked).replaceAll('\n', ' ').replaceAll('"', '""')}"`;
}
