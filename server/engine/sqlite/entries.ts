import type { NewEntry, SaveRef } from '../save-types.ts';
import { type PackedRecord, packRecords } from './blocks.ts';
import { entryIdAllocator, type Slot } from './entry-ids.ts';
import { entryLength } from './entry-terms.ts';
import { formatMasks } from './masks.ts';
import type { Connection } from './open.ts';
import { scopeTerms } from './scope-terms.ts';
import { type WindowFacts, windowFacts } from './window-facts.ts';

const INSERT = `INSERT INTO entry (id, session_id, window_id, position, parent_position, native_id, kind, role, model, time_ms,
    term_count, is_active, walk, is_searchable, is_indexed, scope_terms, record_hash, block_id, block_offset, byte_length,
    line_number, file_offset, text, masks)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Adds entries at positions that nobody sees before `closeWindow`. Those of a session that nobody sees yet are indexed at
 * once; those of a shown session wait, so that no search finds half a growth.
 */
export function addEntries(
  connection: Connection,
  to: { save: SaveRef; sourceId: number },
  entries: readonly NewEntry[],
): void {
  const add = connection.client.transaction(() => {
    const facts = windowFacts(connection, to.save);
    const places = packRecords(
      connection,
      { sessionId: facts.sessionId, sourceId: to.sourceId },
      entries.map((each) => each.record.bytes),
    );
    const allocate = entryIdAllocator(connection);
    const rows = entries.map((entry, index) => ({ entry, place: places[index], slot: allocate(entry.timeMs) }));
    // By id: a rowid below the one before makes FTS5 write out a segment.
    rows.sort((a, b) => a.slot.id - b.slot.id);
    const insert = connection.client.prepare(INSERT);
    for (const { entry, place, slot } of rows) {
      if (place !== undefined) insert.run(...entryValues(facts, { entry, place, slot }));
    }
  });
  add.immediate();
}

function entryValues(
  facts: WindowFacts,
  row: { entry: NewEntry; place: PackedRecord; slot: Slot },
): readonly unknown[] {
  const { entry, place, slot } = row;
  const isActive = entry.walk !== null;
  return [
    BigInt(slot.id),
    facts.sessionId,
    facts.windowId,
    entry.position,
    entry.parentPosition,
    entry.nativeId,
    entry.kind,
    entry.role,
    entry.model,
    slot.timeMs,
    entry.isSearchable ? entryLength(entry.text) : 0,
    isActive ? 1 : 0,
    entry.walk,
    entry.isSearchable ? 1 : 0,
    entry.isSearchable && !facts.isComplete ? 1 : 0,
    scopeTerms(facts, { role: entry.role, isActive }),
    entry.record.hash,
    place.blockId,
    place.offset,
    place.byteLength,
    entry.record.lineNumber,
    entry.record.offset,
    entry.text,
    formatMasks(entry.masks),
  ];
}
