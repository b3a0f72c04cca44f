import { closeSync, fstatSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type FileLine, LineSplitter } from '../formats/lines.ts';
import { openRegularNow } from './open-regular.ts';

const CHUNK_BYTES = 1_048_576;

export type ReadLines = {
  /** Bytes from the start of the file; what is appended while it is read is left for the next import. */
  readonly byteLimit: number;
  readonly onChunk: (chunk: Uint8Array) => void;
};

/** The lines of a file, chunk by chunk; others have their turn between two of them. Memory holds a chunk and one unfinished line. */
export async function* readLines(file: string, { byteLimit, onChunk }: ReadLines): AsyncIterable<readonly FileLine[]> {
  const descriptor = openRegularNow(file);
  try {
    const end = Math.min(byteLimit, fstatSync(descriptor).size);
    const splitter = new LineSplitter();
    for (let offset = 0; offset < end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - offset));
      const bytesRead = readSync(descriptor, buffer, 0, buffer.length, offset);
      if (bytesRead === 0) break;
      offset += bytesRead;
      const chunk = buffer.subarray(0, bytesRead);
      onChunk(chunk);
      yield splitter.push(chunk);
      await setImmediate();
    }
    const last = splitter.end();
    if (last !== null) yield [last];
  } finally {
    closeSync(descriptor);
  }
}
