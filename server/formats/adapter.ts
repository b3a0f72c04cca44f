/** What a transcript format is to the house: data and pure functions. `registry.ts` lists them all. */
import type { RecordPart } from '../contract/history-part.ts';
import type {
  FormatName,
  RecordDraft,
  RecordIssue,
  RecordLine,
  RecordOutline,
  TranscriptOutline,
} from '../contract/transcript.ts';

/** A file as seen before it is read: its path parts and its first bytes (at most 64 KiB). */
export type FileHead = {
  /** Absolute path with `/` as separator. */
  readonly path: string;
  readonly head: Uint8Array;
  readonly size: number;
};

/**
 * What a file is to a format. `companion`: not a transcript itself, but says something about its neighbours
 * (a store of keys and titles). `skip`: known, and deliberately not imported; the reason goes into the report.
 */
export type FileRole =
  | { readonly role: 'transcript' }
  | { readonly role: 'companion' }
  | { readonly role: 'skip'; readonly reason: string };

/** A companion file, parsed by its adapter. `data` belongs to that adapter. */
export type Companion = { readonly path: string; readonly data: unknown };

export type FileContext = {
  readonly path: string;
  /** Companions in the file's own folder and in the folders above it that are being imported, nearest first. */
  readonly companions: readonly Companion[];
};

export type Resolution = {
  /** Empty when the file holds no conversation. */
  readonly transcripts: readonly TranscriptOutline[];
  readonly issues: readonly RecordIssue[];
};

export type Adapter<Facts = unknown> = {
  readonly format: FormatName;
  /** Null when the file is not of this format. Decides by name and content; a file that fits no format is reported. */
  classify(file: FileHead): FileRole | null;
  /** Throws `AppError` of kind `bad-input` when the bytes are not what the name says. */
  readCompanion(path: string, bytes: Uint8Array): Companion;
  /** Never throws on a bad line: it gives kind `invalid` or `unknown`. */
  readRecord(line: RecordLine): RecordDraft<Facts>;
  /**
   * What a record holds beside its text, in its order and with all its text, not redacted. Never throws: broken bytes have
   * no parts. Reasoning, signatures and usage are no parts.
   */
  readParts(bytes: Uint8Array): readonly RecordPart[];
  /**
   * Applies the format's own rules over all records of one file, in file order: which conversations it holds, corrected
   * parents, leaf, title, keys. Every record belongs to exactly one transcript, unless there is none.
   */
  resolve(outlines: readonly RecordOutline<Facts>[], context: FileContext): Resolution;
};

/** Hides the adapter's own facts type, so that a list can hold adapters of several formats. */
export function defineAdapter<Facts>(adapter: Adapter<Facts>): Adapter {
  return adapter;
}
