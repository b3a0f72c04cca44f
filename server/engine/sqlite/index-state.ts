import type { Connection } from './open.ts';

/** Of messages, and of tool calls and results. */
export const INDEXES = ['entry_index', 'tool_index'] as const;

/** Whether the index agrees with the rows. Only rank 1 compares the two; `PRAGMA integrity_check` does not see drift. */
export function isIndexSound({ client }: Connection): boolean {
  try {
    client.exec(`INSERT INTO entry_index(entry_index, rank) VALUES ('integrity-check', 1)`);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_CORRUPT')) return false;
    throw cause;
  }
}

export function rebuildIndex({ client }: Connection): void {
  client.exec(`INSERT INTO entry_index(entry_index) VALUES ('rebuild')`);
}
