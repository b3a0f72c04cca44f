import type { WholeSession } from '../engine/save-types.ts';
import { mergeEntries } from './merge.ts';
import { countMessages, type MessageCounts, newEntries, type SavedRecords } from './new-entries.ts';
import { saveHeader } from './save-header.ts';
import { walkOrder } from './walk-order.ts';

export type PreparedSession = MessageCounts & { readonly session: WholeSession };

/** A conversation as it is stored when nothing is stored of it yet. Throws `conflict` as `saveTranscript`. */
export async function wholeSession(input: SavedRecords & { nowMs: number }): Promise<PreparedSession> {
  const merged = mergeEntries({ ...input, stored: [], isKnownFile: false });
  const placed = { entries: merged.entries, walk: walkOrder(merged.entries, merged.leaf) };
  const batches = [];
  for await (const batch of newEntries(input.records, placed)) batches.push(batch);
  return {
    session: { header: saveHeader(input.transcript), entries: batches.flat() },
    ...countMessages(input, placed),
  };
}
