import type { RecordOutline, TranscriptOutline } from '../contract/transcript.ts';
import type { NewEntry } from '../engine/save-types.ts';
import { AppError } from '../errors.ts';
import { redact } from '../redaction/redact.ts';
import { isMessage } from './count-transcript.ts';
import type { MergedEntry } from './merge.ts';
import type { ParsedRecords, ReadRecord } from './records.ts';
import type { WalkOrder } from './walk-order.ts';

export const KINDS_WITH_TEXT: ReadonlySet<string> = new Set(['message', 'compaction', 'branch-summary']);

export type SavedRecords = { readonly transcript: TranscriptOutline; readonly records: ParsedRecords };

/** The entries of a window, and the order of those on its active branch. */
export type Placed = { readonly entries: readonly MergedEntry[]; readonly walk: WalkOrder };

export type MessageCounts = {
  /** Of this transcript in this file: records, messages among them, and messages on the active branch. */
  readonly entries: number;
  readonly messages: number;
  readonly active: number;
};

/**
 * What is new, as it is stored, in the order of the file, some at a time. Throws `conflict` when the file holds other
 * records by now.
 */
export async function* newEntries(records: ParsedRecords, placed: Placed): AsyncIterable<readonly NewEntry[]> {
  const newByRecord: (MergedEntry | undefined)[] = Array.from(records.outlines, () => undefined);
  for (const entry of placed.entries) if (entry.record !== null && entry.isNew) newByRecord[entry.record] = entry;
  let record = -1;
  for await (const batch of records.read()) {
    const found: NewEntry[] = [];
    for (const read of batch) {
      record += 1;
      const entry = newByRecord[record];
      const outline = records.outlines[record];
      if (entry === undefined || outline === undefined) continue;
      const hash = records.hashes.at(record) ?? '';
      found.push(toNewEntry({ entry, outline, read, hash, walk: placed.walk.at(entry.position) }));
    }
    yield found;
  }
  if (record + 1 !== records.outlines.length)
    throw new AppError('conflict', 'The file changed while it was being read. Import it again.');
}

function toNewEntry(found: {
  entry: MergedEntry;
  outline: RecordOutline;
  read: ReadRecord;
  hash: string;
  walk: number | null;
}): NewEntry {
  const { entry, outline, read, hash, walk } = found;
  const redacted = KINDS_WITH_TEXT.has(outline.kind) ? redact(read.text) : { text: '', masks: [] };
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
    walk,
    isSearchable: entry.isSearchable && isMessage(outline) && redacted.text.trim() !== '',
    tools: read.tools(),
    record: {
      bytes: read.line.bytes,
      hash,
      lineNumber: read.line.lineNumber,
      offset: read.line.offset,
    },
  };
}

export function countMessages({ transcript, records }: SavedRecords, { entries, walk }: Placed): MessageCounts {
  let messages = 0;
  let active = 0;
  for (const entry of entries) {
    const outline = entry.record === null ? undefined : records.outlines[entry.record];
    if (outline === undefined || !isMessage(outline)) continue;
    messages += 1;
    if (walk.at(entry.position) !== null) active += 1;
  }
  return { entries: transcript.entries.length, messages, active };
}
