import type { IndexingState } from '../../contract/doctor.ts';
import { type FormatName, KINDS_WITH_TOOLS } from '../../contract/transcript.ts';
import { indexTerms } from '../../text/index-terms.ts';
import { recordReader } from './blocks.ts';
import { withBulkIndex } from './bulk-index.ts';
import type { ReadToolText } from './candidate-query.ts';
import type { Connection } from './open.ts';
import { insertToolRows, type ToolRow, toolState } from './tool-rows.ts';

/** One step reads so many records, or so many bytes of them; at least one record. */
const STEP_ENTRIES = 500;
const STEP_BYTES = 1_048_576;

type Window = { id: number; owner_id: number; format: FormatName };
type Unread = {
  id: number;
  kind: string;
  position: number;
  block_id: number;
  block_offset: number;
  byte_length: number;
};
type Read = { readonly entry: Unread; readonly state: number; readonly terms: string | null };

/** Windows of before there was an index of tools that are still to be read, in whole or in part. */
export function countUnread({ client }: Connection): number {
  return (
    client.prepare<[], { n: number }>('SELECT count(*) AS n FROM session_window WHERE is_tool_indexed = 0').get()?.n ??
    0
  );
}

/**
 * Fills the index of tools, one bounded step a call: it reads some records outside of any transaction, and writes what they
 * hold in a short one, which says of each that it has been read. Cut off anywhere, another one goes on with the rest.
 */
export function toolFiller(connection: Connection, readToolText: ReadToolText): () => IndexingState {
  // Only so that the records of a long window that are done with are not looked through at every step.
  let done = { windowId: 0, position: -1 };
  return () => {
    const window = nextWindow(connection);
    if (window === undefined) return { isDone: true, pending: 0 };
    const after = done.windowId === window.id ? done.position : -1;
    const entries = unreadEntries(connection, window.id, after);
    if (entries.length === 0) closeWindow(connection, window.id);
    else write(connection, window, readAll(connection, { window, entries, readToolText }));
    done = { windowId: window.id, position: entries.at(-1)?.position ?? -1 };
    const pending = countUnread(connection);
    return { isDone: pending === 0, pending };
  };
}

function nextWindow({ client }: Connection): Window | undefined {
  return client
    .prepare<[], Window>(
      `SELECT w.id, s.owner_id, s.format FROM session_window w JOIN session s ON s.id = w.session_id
       WHERE w.is_tool_indexed = 0 ORDER BY w.id LIMIT 1`,
    )
    .get();
}

function unreadEntries({ client }: Connection, windowId: number, after: number): readonly Unread[] {
  const found = client
    .prepare<[number, number, number], Unread>(
      `SELECT id, kind, position, block_id, block_offset, byte_length FROM entry
       WHERE window_id = ? AND position > ? AND tool_state IS NULL ORDER BY position LIMIT ?`,
    )
    .all(windowId, after, STEP_ENTRIES);
  let bytes = 0;
  const over = found.findIndex((entry) => {
    bytes += entry.byte_length;
    return bytes > STEP_BYTES;
  });
  return over === -1 ? found : found.slice(0, Math.max(1, over));
}

function readAll(
  connection: Connection,
  from: { window: Window; entries: readonly Unread[]; readToolText: ReadToolText },
): readonly Read[] {
  const read = recordReader(connection);
  return from.entries.map((entry) => {
    if (!KINDS_WITH_TOOLS.has(entry.kind)) return { entry, state: toolState(null), terms: null };
    const bytes = read({ blockId: entry.block_id, offset: entry.block_offset, byteLength: entry.byte_length });
    const { text, masks } = from.readToolText(from.window.format, bytes);
    if (text.trim() === '') return { entry, state: toolState(null), terms: null };
    return { entry, state: toolState({ isMasked: masks.length > 0 }), terms: indexTerms(text) };
  });
}

/** A record may be gone by now, and its id with another one: only what is still as it was read is written. */
function write(connection: Connection, { id: windowId, owner_id: ownerId }: Window, read: readonly Read[]): void {
  const mark = connection.client.prepare(
    `UPDATE entry SET tool_state = ? WHERE id = ? AND window_id = ? AND block_id = ? AND block_offset = ?
       AND tool_state IS NULL`,
  );
  const fill = connection.client.transaction(() => {
    const rows = read.flatMap(({ entry, state, terms }): readonly ToolRow[] => {
      const { changes } = mark.run(state, BigInt(entry.id), windowId, entry.block_id, entry.block_offset);
      return changes === 0 || terms === null ? [] : [{ id: entry.id, ownerId, windowId, terms }];
    });
    if (rows.length > 0) withBulkIndex(connection, () => insertToolRows(connection.client, rows));
  });
  fill.immediate();
}

function closeWindow({ client }: Connection, windowId: number): void {
  client
    .prepare(
      `UPDATE session_window SET is_tool_indexed = 1
       WHERE id = $id AND NOT EXISTS (SELECT 1 FROM entry WHERE window_id = $id AND tool_state IS NULL)`,
    )
    .run({ id: windowId });
}
