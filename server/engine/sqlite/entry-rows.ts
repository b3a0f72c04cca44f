import { indexTerms } from '../../text/index-terms.ts';
import type { PackedRecord } from './blocks.ts';
import type { BareEntry } from './entry-columns.ts';
import type { Slot } from './entry-ids.ts';
import { entryLengthKept, entryRepeats, forgetTerms, keptTerms } from './entry-terms.ts';
import { formatMasks } from './masks.ts';
import { ENTRY_COLUMNS, type NewEntryValues, withNewEntries } from './new-entry-table.ts';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';
import { scopeTerms } from './scope-terms.ts';
import { insertToolRows, type ToolRow, toolState } from './tool-rows.ts';
import type { WindowFacts } from './window-facts.ts';

/** An entry with its place in the store. */
export type EntryRow = {
  readonly facts: WindowFacts;
  readonly entry: BareEntry;
  readonly place: PackedRecord;
  readonly slot: Slot;
};

/** Numbers come as REAL: the columns' own affinity makes them whole again, and the rowid is cast. */
const INSERT = `INSERT INTO entry (${ENTRY_COLUMNS.join(', ')})
  SELECT CAST(id AS INTEGER), ${ENTRY_COLUMNS.slice(1).join(', ')} FROM new_entry`;

/**
 * Writes all rows with one statement. Before a statement that fires triggers SQLite sets a savepoint, at which FTS5 writes
 * out a segment: row by row the same rows took three times as long. In the order of ids, since a lower one does the same.
 */
export function insertEntries(connection: Connection, rows: readonly EntryRow[]): void {
  const { client } = connection;
  const inOrder = rows.toSorted((a, b) => a.slot.id - b.slot.id);
  try {
    withNewEntries(client, eachValues(inOrder), () => prepared({ client }, INSERT).run());
    insertToolRows(client, inOrder.flatMap(toToolRow));
  } finally {
    forgetTerms();
  }
}

function toToolRow({ facts, entry, slot }: EntryRow): readonly ToolRow[] {
  if (entry.tools === null) return [];
  const terms = entry.toolTerms ?? indexTerms(entry.tools.text);
  return [{ id: slot.id, ownerId: facts.ownerId, windowId: facts.windowId, terms }];
}

function* eachValues(rows: readonly EntryRow[]): Generator<NewEntryValues> {
  for (const row of rows) yield entryValues(row);
}

function entryValues({ facts, entry, place, slot }: EntryRow): NewEntryValues {
  const isActive = entry.walk !== null;
  return [
    slot.id,
    facts.sessionId,
    facts.windowId,
    entry.position,
    entry.parentPosition,
    entry.nativeId,
    entry.kind,
    entry.role,
    entry.model,
    slot.timeMs,
    entry.isSearchable ? entryLengthKept({ id: slot.id, text: entry.text, terms: entry.terms }) : 0,
    repeatsOf(entry, slot.id),
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
    formatMasks(entry.masks),
    toolState(entry.tools),
    entry.text,
  ];
}

/** Asked after its length, which keeps its terms. */
function repeatsOf({ isSearchable, repeats, text }: BareEntry, id: number): string | null {
  if (!isSearchable) return null;
  return repeats === undefined ? entryRepeats(text, keptTerms(id) ?? undefined) : repeats;
}
