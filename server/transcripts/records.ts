import type { RecordPart } from '../contract/history-part.ts';
import type { RecordLine, RecordOutline } from '../contract/transcript.ts';

/** A record as read again for storing: bytes, place, and searchable text that is not redacted yet. */
export type ReadRecord = { readonly line: RecordLine; readonly text: string };

/** A list of hexadecimal hashes; a plain array is one. */
export type RecordHashes = { at(index: number): string | undefined };

/** A parsed file: light facts of all its records, and a way to read the records once more, in file order. */
export type ParsedRecords = {
  readonly outlines: readonly RecordOutline[];
  /** First 8 bytes of each record's SHA-256, as hex. */
  readonly hashes: RecordHashes;
  /** What a record holds beside its text; not redacted. */
  readonly readParts: (bytes: Uint8Array) => readonly RecordPart[];
  readonly read: () => AsyncIterable<ReadRecord>;
};
