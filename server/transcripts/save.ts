import type { SessionId } from '../contract/actor.ts';
import type { TranscriptOutline } from '../contract/transcript.ts';
import type { NewEntry, WindowState } from '../engine/save-types.ts';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { mergeEntries } from './merge.ts';
import { countMessages, type MessageCounts, newEntries, type Placed } from './new-entries.ts';
import type { ParsedRecords } from './records.ts';
import { saveHeader } from './save-header.ts';
import { walkOrder } from './walk-order.ts';
import { WorkAhead } from './work-ahead.ts';

/** Cuts a long save into transactions of well under half a second. */
export const BATCH_ENTRIES = 4000;
export const BATCH_BYTES = 8_388_608;
/** Of batches: one is compressed while another is stored. */
const BATCHES_AHEAD = 2;

export type SaveInput = {
  readonly transcript: TranscriptOutline;
  readonly records: ParsedRecords;
  readonly sourceId: number;
  /** See `MergeInput`. */
  readonly isKnownFile: boolean;
  /** Unix milliseconds; no entry is later than this. */
  readonly nowMs: number;
  readonly signal: AbortSignal;
};

export type SaveResult = MessageCounts & {
  readonly sessionId: SessionId;
  /** The key that it is stored under; see `WindowState`. */
  readonly sessionKey: string;
  readonly status: 'added' | 'updated' | 'unchanged';
  readonly added: number;
};

/**
 * Stores a transcript, or what is new of it. Idempotent: entries are known by their id and their bytes. Nobody sees
 * anything of it before its last transaction. Throws `cancelled` when the signal is aborted; then nothing shows.
 */
export async function saveTranscript(scope: WriteScope, input: SaveInput): Promise<SaveResult> {
  const { engine, actor } = scope;
  const header = saveHeader(input.transcript);
  const window = await engine.openWindow(actor.person.id, header);
  const stored = await engine.storedEntries(window.windowId);
  const merged = mergeEntries({ ...input, stored });
  const keepsChosenLeaf = window.chosenLeaf !== null && merged.added === 0;
  const walk = walkOrder(merged.entries, keepsChosenLeaf ? window.chosenLeaf : merged.leaf);
  const placed: Placed = { entries: merged.entries, walk };
  const changes = merged.changes(walk);
  if (merged.added > 0 || window.isNewSession) await addNewEntries(scope, { input, window, placed });
  await engine.closeWindow(window, { header, changes, isNewest: merged.isNewest, keepsChosenLeaf });
  const isTouched = merged.added > 0 || changes.length > 0;
  return {
    sessionId: window.sessionId,
    sessionKey: window.sessionKey,
    status: window.isNewSession ? 'added' : isTouched ? 'updated' : 'unchanged',
    added: merged.added,
    ...countMessages(input, placed),
  };
}

async function addNewEntries(
  scope: WriteScope,
  { input, window, placed }: { input: SaveInput; window: WindowState; placed: Placed },
): Promise<void> {
  const adding = new WorkAhead(BATCHES_AHEAD);
  let batch: NewEntry[] = [];
  let batchBytes = 0;
  const flush = async (): Promise<void> => {
    await adding.room();
    assertNotCancelled(input.signal);
    if (batch.length > 0) adding.start(scope.engine.addEntries(window, input.sourceId, batch));
    batch = [];
    batchBytes = 0;
  };
  try {
    for await (const entries of newEntries(input.records, placed)) {
      for (const entry of entries) {
        batch.push(entry);
        batchBytes += entry.record.bytes.byteLength;
        if (batch.length >= BATCH_ENTRIES || batchBytes >= BATCH_BYTES) await flush();
      }
    }
    await flush();
  } finally {
    await adding.settle();
  }
  assertNotCancelled(input.signal);
}

function assertNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'The import was cancelled. Nothing of this file shows.');
}
