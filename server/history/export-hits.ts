import { EXPORT_ROWS_MAX, type ExportTable, type HitsExportInput, hitsExportInput } from '../contract/export.ts';
import { type Hit, SEARCH_LIMIT_MAX, type SearchReply } from '../contract/search.ts';
import { type SearchMoment, searchMessages } from '../search/search-messages.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { exportStamp } from './export-head.ts';
import { type Column, exportTable } from './export-table.ts';

const COLUMNS: readonly Column<Hit>[] = [
  ['session id', (hit) => hit.sessionId],
  ['session key', (hit) => hit.sessionKey],
  ['title', (hit) => hit.title],
  ['agent', (hit) => hit.agentId],
  ['kind', (hit) => hit.kind],
  ['message id', (hit) => hit.messageId],
  ['time', (hit) => exportStamp(hit.timestamp)],
  ['role', (hit) => hit.role],
  ['excerpt', (hit) => hit.snippet],
  ['score', (hit) => hit.score],
  ['matches in session', (hit) => hit.matchesInSession ?? null],
  ['branch', (hit) => hit.branch ?? null],
];

/** The hits of a search as CSV, at most `EXPORT_ROWS_MAX`, in the order of the search. Throws as `searchMessages`. */
export async function exportHits(scope: ReadScope, input: HitsExportInput, at: SearchMoment): Promise<ExportTable> {
  const ask = hitsExportInput.parse(input);
  const rows: Hit[] = [];
  let cursor: string | null | undefined;
  let leftOut = false;
  while (cursor !== null && rows.length < EXPORT_ROWS_MAX) {
    const page: SearchReply = await searchMessages(
      scope,
      { ...ask, limit: SEARCH_LIMIT_MAX, ...(cursor === undefined ? {} : { cursor }) },
      at,
    );
    rows.push(...page.results);
    cursor = page.nextCursor;
    leftOut ||= page.ranked.includes('-');
  }
  return exportTable(scope, { name: 'hits.csv', columns: COLUMNS, rows, isCut: cursor !== null || leftOut });
}
