/** What a measurement gives, as JSON and as an aligned table. */

export type Cell = string | number | null;
/** One measurement; all rows of a report have the same columns, the name of a column says its unit. */
export type Row = Readonly<Record<string, Cell>>;
export type Bar = { readonly name: string; readonly value: number; readonly limit: number; readonly ok: boolean };

export type BenchReport = {
  readonly name: string;
  readonly corpus: Row;
  readonly rows: readonly Row[];
  readonly bars: readonly Bar[];
};

/** `value` must be at most `limit`. */
export function barAtMost(name: string, value: number, limit: number): Bar {
  return { name, value: rounded(value), limit: rounded(limit), ok: value <= limit };
}

/** `value` must be at least `limit`. */
export function barAtLeast(name: string, value: number, limit: number): Bar {
  return { name, value: rounded(value), limit: rounded(limit), ok: value >= limit };
}

export function renderReport({ name, corpus, rows, bars }: BenchReport): string {
  const parts = [
    `${name}: ${Object.entries(corpus)
      .map(([key, value]) => `${key} ${show(value)}`)
      .join(', ')}`,
    table(rows),
  ];
  if (bars.length > 0)
    parts.push(
      table(bars.map((bar) => ({ bar: bar.name, value: bar.value, limit: bar.limit, holds: bar.ok ? 'yes' : 'NO' }))),
    );
  return `${parts.join('\n\n')}\n`;
}

/** Text to the left, numbers to the right. */
function table(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => show(row[column] ?? null)))];
  const isText = columns.map((column) => rows.every((row) => typeof row[column] === 'string'));
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => [...(line[at] ?? '')].length)));
  const pad = (cell: string, at: number): string =>
    isText[at] === true ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}

function show(value: Cell): string {
  if (value === null) return '-';
  return typeof value === 'string' ? value : String(rounded(value));
}

/** Three digits that mean something. */
export function rounded(value: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
