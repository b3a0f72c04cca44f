import type Database from 'better-sqlite3';

/** The columns of `entry`, in the order in which `NewEntryValues` hold them. */
export const ENTRY_COLUMNS = [
  ...['id', 'session_id', 'window_id', 'position', 'parent_position', 'native_id', 'kind', 'role', 'model', 'time_ms'],
  ...['term_count', 'repeats', 'is_active', 'walk', 'is_searchable', 'is_indexed', 'scope_terms', 'record_hash'],
  ...['block_id', 'block_offset', 'byte_length', 'line_number', 'file_offset', 'masks', 'tool_state', 'text'],
];

export type NewEntryValues = (string | number | null)[];

const waiting = new WeakMap<Database.Database, Iterable<NewEntryValues>>();

/** Makes the table `new_entry` known to a connection: what `withNewEntries` holds, and nothing at any other time. */
export function registerNewEntries(client: Database.Database): void {
  client.table('new_entry', {
    columns: ENTRY_COLUMNS,
    *rows() {
      yield* waiting.get(client) ?? [];
    },
  });
}

/** Runs an act, one statement of which reads the rows of `new_entry`. */
export function withNewEntries(client: Database.Database, rows: Iterable<NewEntryValues>, act: () => void): void {
  waiting.set(client, rows);
  try {
    act();
  } finally {
    waiting.delete(client);
  }
}
