import type { ExportTable } from '../contract/export.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { inChunks } from './export-chunks.ts';
import { type Cell, toCsv } from './export-csv.ts';

export type Column<Row> = readonly [name: string, read: (row: Row) => Cell];

type TableAsk<Row> = {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly isCut: boolean;
};

/** Rows that were read, as a file. The audit row is committed before this returns. */
export async function exportTable<Row>(
  { engine, actor, reach }: ReadScope,
  { name, columns, rows, isCut }: TableAsk<Row>,
): Promise<ExportTable> {
  const { id: personId } = actor.person;
  await engine.appendAudit([{ personId, act: 'export', subject: null, scope: reach.type, results: rows.length }]);
  const names = columns.map(([column]) => column);
  const pieces = toCsv(names, cellsOf(columns, rows));
  return { name, mediaType: 'text/csv; charset=utf-8', chunks: inChunks(pieces), rows: rows.length, isCut };
}

/** One row at a time: each is redacted when it is asked for. */
function* cellsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Generator<readonly Cell[]> {
  for (const row of rows) yield columns.map(([, read]) => read(row));
}
