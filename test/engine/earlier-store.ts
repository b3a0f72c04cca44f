import { withDatabase } from '../support/test-store.ts';

/** Makes of a store what its columns' migration leaves of one from before: its rows, and nothing of the index of tools. */
export function takeBackTools(file: string): void {
  withDatabase(file, (client) => {
    client.exec(`DROP TABLE tool_index; UPDATE session_window SET is_tool_indexed = 0; UPDATE entry SET tool_state = NULL;
      DELETE FROM store_fact WHERE name = 'search_sql';`);
  });
}
