import type { RecordLine, RecordOutline } from '../contract/transcript.ts';
import type { NewEntry } from '../engine/save-types.ts';

/** A record as read for storing: bytes, place, searchable text that is not redacted yet, and what `toolText` finds in it. */
export type ReadRecord = {
  readonly line: RecordLine;
  readonly text: string;
  readonly tools: () => NewEntry['tools'];
};

/** A list of hexadecimal hashes; a plain array is one. */
export type RecordHashes = { at(index: number): string | undefined };

/** A parsed file: light facts of all its records, and a way to read the records once more, in file order. */
export type ParsedRecords = {
  readonly outlines: readonly RecordOutline[];
  /** First 8 bytes of each record's SHA-256, as hex. */
  readonly hashes: RecordHashes;
  /** Some at a time: to wait for each of them took as long as some of the work on it. */
  readonly read: () => AsyncIterable<readonly ReadRecord[]>;
};
