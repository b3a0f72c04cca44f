import { activePath } from '../branch/walk.ts';
import type { SessionId } from '../contract/actor.ts';
import type { RecordOutline, TranscriptOutline } from '../contract/transcript.ts';
import type { NewEntry, WindowState } from '../engine/save-types.ts';
import { AppError } from '../errors.ts';
import { redact } from '../redaction/redact.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { type MergedEntry, mergeEntries } from './merge.ts';
import type { ParsedRecords, ReadRecord } from './records.ts';
import { saveHeader } from './save-header.ts';

/** Cuts a long save into transactions of well under half a second. */
const BATCH_ENTRIES = 1000;
const BATCH_BYTES = 2_097_152;

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

export type SaveResult = {
  readonly sessionId: SessionId;
  /** The key that it is stored under; see `WindowState`. */
  readonly sessionKey: string;
  readonly status: 'added' | 'updated' | 'unchanged';
  readonly added: number;
  /** Of this transcript in this file: records, messages among them, and messages on the active branch. */
  readonly entries: number;
  readonly messages: number;
  readonly active: number;
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
  const changes = merged.changes(walk);
  if (merged.added > 0 || window.isNewSession) {
    await addNewEntries(scope, { input, window, entries: merged.entries, walk });
  }
  await engine.closeWindow(window, { header, changes, isNewest: merged.isNewest, keepsChosenLeaf });
  const isTouched = merged.added > 0 || changes.length > 0;
  return {
    sessionId: window.sessionId,
    sessionKey: window.sessionKey,
    status: window.isNewSession ? 'added' : isTouched ? 'updated' : 'unchanged',
    added: merged.added,
    ...countMessages(input, merged.entries, walk),
  };
}

/** Order on the active branch by position. */
function walkOrder(entries: readonly MergedEntry[], leaf: string | null): ReadonlyMap<number, number> {
  const order = new Map<number, number>();
  for (const [step, index] of activePath(entries, leaf).entries()) {
    const entry = entries[index];
    if (entry !== undefined) order.set(entry.position, step);
  }
  return order;
}

type Adding = {
  readonly input: SaveInput;
  readonly window: WindowState;
  readonly entries: readonly MergedEntry[];
  readonly walk: ReadonlyMap<number, number>;
};

async function addNewEntries(scope: WriteScope, adding: Adding): Promise<void> {
  const { input, window } = adding;
  const newByRecord = new Map<number, MergedEntry>();
  for (const entry of adding.entries) if (entry.record !== null && entry.isNew) newByRecord.set(entry.record, entry);
  let batch: NewEntry[] = [];
  let batchBytes = 0;
  let record = -1;
  const flush = async (): Promise<void> => {
    if (input.signal.aborted) throw new AppError('cancelled', 'The import was cancelled. Nothing of this file shows.');
    if (batch.length > 0) await scope.engine.addEntries(window, input.sourceId, batch);
    batch = [];
    batchBytes = 0;
  };
  for await (const read of input.records.read()) {
    record += 1;
    const entry = newByRecord.get(record);
    const outline = input.records.outlines[record];
    if (entry === undefined || outline === undefined) continue;
    batch.push(toNewEntry(adding, { entry, outline, read }));
    batchBytes += read.line.bytes.byteLength;
    if (batch.length >= BATCH_ENTRIES || batchBytes >= BATCH_BYTES) await flush();
  }
  await flush();
  if (record + 1 !== input.records.outlines.length) {
    throw new AppError('conflict', 'The file changed while it was being read. Import it again.');
  }
}

const KINDS_WITH_TEXT: ReadonlySet<string> = new Set(['message', 'compaction', 'branch-summary']);

function toNewEntry(adding: Adding, found: { entry: MergedEntry; outline: RecordOutline; read: ReadRecord }): NewEntry {
  const { entry, outline, read } = found;
  const redacted = KINDS_WITH_TEXT.has(outline.kind) ? redact(read.text) : { text: '', masks: [] };
  const isMessage = outline.kind === 'message' && (outline.role === 'user' || outline.role === 'assistant');
  return {
    nativeId: entry.storeAs,
    position: entry.position,
    parentPosition: entry.parentPosition,
    kind: outline.kind,
    role: outline.role,
    model: outline.model,
    timeMs: entry.timeMs,
    text: redacted.text,
    masks: redacted.masks,
    walk: adding.walk.get(entry.position) ?? null,
    isSearchable: entry.isSearchable && isMessage && redacted.text.trim() !== '',
    record: {
      bytes: read.line.bytes,
      hash: entry.hash,
      lineNumber: read.line.lineNumber,
      offset: read.line.offset,
    },
  };
}

function countMessages(
  input: SaveInput,
  entries: readonly MergedEntry[],
  walk: ReadonlyMap<number, number>,
): { entries: number; messages: number; active: number } {
  let messages = 0;
  let active = 0;
  for (const entry of entries) {
    const outline = entry.record === null ? undefined : input.records.outlines[entry.record];
    if (outline?.kind !== 'message' || (outline.role !== 'user' && outline.role !== 'assistant')) continue;
    messages += 1;
    if (walk.has(entry.position)) active += 1;
  }
  return { entries: input.transcript.entries.length, messages, active };
}
