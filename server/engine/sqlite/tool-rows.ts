import type Database from 'better-sqlite3';
import { toolScopeTerms } from './scope-terms.ts';

/** `entry.tool_state`; null in the column: the record has not been read for its tools yet. */
export const TOOL_STATE = { none: 0, plain: 1, masked: 2 } as const;

/** What the index of tools holds of an entry. */
export type ToolRow = {
  readonly id: number;
  readonly ownerId: number;
  readonly windowId: number;
  readonly terms: string;
};

const COLUMNS = ['id', 'terms', 'scope'];
const INSERT =
  'INSERT INTO tool_index (rowid, terms, scope) SELECT CAST(id AS INTEGER), terms, scope FROM new_tool_row';

const waiting = new WeakMap<Database.Database, readonly ToolRow[]>();

export function toolState(tools: { readonly isMasked: boolean } | null): number {
  if (tools === null) return TOOL_STATE.none;
  return tools.isMasked ? TOOL_STATE.masked : TOOL_STATE.plain;
}

/** Makes the table `new_tool_row` known to a connection: empty but while `insertToolRows` runs. */
export function registerToolRows(client: Database.Database): void {
  client.table('new_tool_row', {
    columns: COLUMNS,
    *rows() {
      for (const row of waiting.get(client) ?? []) yield [row.id, row.terms, toolScopeTerms(row)];
    },
  });
}

/**
 * Puts all rows into the index of tools with one statement, in the order of their ids, inside the caller's transaction; that
 * an entry has its row there is for `tool_state` to say, in the same transaction. An id that is there would be there twice.
 */
export function insertToolRows(client: Database.Database, rows: readonly ToolRow[]): void {
  if (rows.length === 0) return;
  waiting.set(
    client,
    rows.toSorted((a, b) => a.id - b.id),
  );
  try {
    client.prepare(INSERT).run();
  } finally {
    waiting.delete(client);
  }
}
