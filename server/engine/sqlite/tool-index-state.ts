import { isIndexSound, rebuildIndex } from './index-state.ts';
import type { Connection } from './open.ts';

export type ToolIndexState = {
  /** Records in the index of tools. */
  readonly rows: number;
  /** Records that should be in it and are not, and the other way round. */
  readonly missing: number;
  readonly extra: number;
  /** Sessions of before there was such an index, some records of which have not been read for it. */
  readonly waiting: number;
};

/** It keeps no text that SQLite could compare, so the ids of its rows are compared with the entries that say they are there. */
export function readToolIndexState({ client }: Connection): ToolIndexState {
  const state = client
    .prepare<[], ToolIndexState>(
      `SELECT (SELECT count(*) FROM tool_index_docsize) AS rows,
         (SELECT count(*) FROM entry e WHERE e.tool_state > 0
            AND NOT EXISTS (SELECT 1 FROM tool_index_docsize d WHERE d.id = e.id)) AS missing,
         (SELECT count(*) FROM tool_index_docsize d
            WHERE NOT EXISTS (SELECT 1 FROM entry e WHERE e.id = d.id AND e.tool_state > 0)) AS extra,
         (SELECT count(DISTINCT session_id) FROM session_window WHERE is_tool_indexed = 0) AS waiting`,
    )
    .get();
  return state ?? { rows: 0, missing: 0, extra: 0, waiting: 0 };
}

/** Makes the index of messages anew, and empties that of tools, which is then to be filled. In one transaction. */
export function resetIndexes(connection: Connection, which: 'all' | 'broken'): void {
  const reset = connection.client.transaction(() => {
    if (which === 'all' || !isIndexSound(connection)) rebuildIndex(connection);
    const { missing, extra } = readToolIndexState(connection);
    if (which === 'broken' && missing + extra === 0) return;
    connection.client.exec(`INSERT INTO tool_index(tool_index) VALUES ('delete-all')`);
    forgetToolIndex(connection.client);
  });
  reset.immediate();
}

/** Notes that nothing has been read for the index of tools: it is empty. */
export function forgetToolIndex(client: Connection['client']): void {
  client.exec('UPDATE entry SET tool_state = NULL WHERE tool_state > 0');
  client.exec('UPDATE session_window SET is_tool_indexed = 0');
}
