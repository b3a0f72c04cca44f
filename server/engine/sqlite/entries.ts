import type { NewEntry, SaveRef } from '../save-types.ts';
import { type PackedBlock, packRecords, storeBlocks } from './blocks.ts';
import { withBulkIndex } from './bulk-index.ts';
import type { BareEntry } from './entry-columns.ts';
import { entryIdAllocator } from './entry-ids.ts';
import { type EntryRow, insertEntries } from './entry-rows.ts';
import type { Connection } from './open.ts';
import { type WindowFacts, windowFacts } from './window-facts.ts';

/**
 * Adds entries at positions that nobody sees before `closeWindow`. Those of a session that nobody sees yet are indexed at
 * once; those of a shown session wait, so that no search finds half a growth.
 */
export async function addEntries(
  connection: Connection,
  to: { save: SaveRef; sourceId: number },
  entries: readonly NewEntry[],
): Promise<void> {
  const [blocks] = await packRecords([entries.map((each) => each.record.bytes)]);
  addPackedEntries(connection, to, { entries, blocks: blocks ?? [] });
}

/** `addEntries` of records that are compressed already. */
export function addPackedEntries(
  connection: Connection,
  to: { save: SaveRef; sourceId: number },
  { entries, blocks }: Pick<Adding, 'entries' | 'blocks'>,
): void {
  const add = connection.client.transaction(() => {
    const facts = windowFacts(connection, to.save);
    const allocate = entryIdAllocator(connection);
    const rows = entryRows(connection, { facts, sourceId: to.sourceId, entries, blocks, allocate });
    withBulkIndex(connection, () => insertEntries(connection, rows));
  });
  add.immediate();
}

export type Adding = {
  readonly facts: WindowFacts;
  readonly sourceId: number;
  readonly entries: readonly BareEntry[];
  readonly blocks: readonly PackedBlock[];
  readonly allocate: ReturnType<typeof entryIdAllocator>;
};

/** Stores the records, and gives the rows of the entries. */
export function entryRows(connection: Connection, adding: Adding): readonly EntryRow[] {
  const { facts, sourceId, entries, blocks, allocate } = adding;
  const places = storeBlocks(connection, { sessionId: facts.sessionId, sourceId }, blocks);
  return entries.flatMap((entry, index) => {
    const place = places[index];
    return place === undefined ? [] : [{ facts, entry, place, slot: allocate(entry.timeMs) }];
  });
}
