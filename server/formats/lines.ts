/** Cuts a byte stream into lines. Knows nothing of files: the caller feeds chunks of any size. */
import type { RecordLine } from '../contract/transcript.ts';

/** Records up to this many bytes are kept. */
export const MAX_RECORD_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;
const KEPT_CAPACITY = 1024 * 1024;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf] as const;

/**
 * `record`: goes to an adapter. `blank`: nothing but spaces, tabs and carriage returns; not a record, but its bytes are
 * counted in the offsets of what follows. `too-long`: over the limit; its bytes are gone, place and length are known.
 */
export type FileLine =
  | { readonly kind: 'record' | 'blank'; readonly line: RecordLine }
  | {
      readonly kind: 'too-long';
      readonly lineNumber: number;
      readonly offset: number;
      readonly byteLength: number;
      readonly hasLineFeed: boolean;
    };

/**
 * Splits on byte 0x0A only, so a carriage return before it and a byte order mark stay in `bytes`, which are exact.
 * Holds at most one unfinished line, and of that at most `maxRecordBytes`.
 */
export class LineSplitter {
  readonly #maxRecordBytes: number;
  /** The unfinished line, in the first `#storedLength` bytes. */
  #store = new Uint8Array(0);
  #storedLength = 0;
  /** Bytes of the unfinished line, stored or not. */
  #lineLength = 0;
  #lineNumber = 1;
  #offset = 0;

  constructor(maxRecordBytes = MAX_RECORD_BYTES) {
    this.#maxRecordBytes = maxRecordBytes;
  }

  /** The lines that this chunk ends. Their bytes may be views of the chunk: use them before you write into it again. */
  push(chunk: Uint8Array): FileLine[] {
    const lines: FileLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      lines.push(this.#finish(chunk.subarray(start, end), true));
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** The last line, when no line feed ends it. The splitter is used up after this. */
  end(): FileLine | null {
    return this.#lineLength === 0 ? null : this.#finish(new Uint8Array(0), false);
  }

  #finish(tail: Uint8Array, hasLineFeed: boolean): FileLine {
    const byteLength = this.#lineLength + tail.length;
    const place = { lineNumber: this.#lineNumber, offset: this.#offset, hasLineFeed };
    const bytes = byteLength > this.#maxRecordBytes ? null : this.#joined(tail);
    this.#lineNumber += 1;
    this.#offset += byteLength + (hasLineFeed ? 1 : 0);
    this.#lineLength = 0;
    this.#storedLength = 0;
    if (this.#store.length > KEPT_CAPACITY) this.#store = new Uint8Array(0);
    if (bytes === null) return { kind: 'too-long', byteLength, ...place };
    return { kind: isBlank(bytes, place.lineNumber === 1) ? 'blank' : 'record', line: { bytes, ...place } };
  }

  #joined(tail: Uint8Array): Uint8Array {
    if (this.#storedLength === 0) return tail;
    this.#append(tail);
    return this.#store.slice(0, this.#storedLength);
  }

  #keep(piece: Uint8Array): void {
    this.#lineLength += piece.length;
    if (this.#lineLength <= this.#maxRecordBytes) return this.#append(piece);
    this.#store = new Uint8Array(0);
    this.#storedLength = 0;
  }

  #append(piece: Uint8Array): void {
    const needed = this.#storedLength + piece.length;
    if (needed > this.#store.length) {
      const grown = new Uint8Array(Math.min(this.#maxRecordBytes, Math.max(needed, this.#store.length * 2)));
      grown.set(this.#store.subarray(0, this.#storedLength));
      this.#store = grown;
    }
    this.#store.set(piece, this.#storedLength);
    this.#storedLength = needed;
  }
}

function isBlank(bytes: Uint8Array, isFirst: boolean): boolean {
  const start = isFirst && BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
  for (let index = start; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}
