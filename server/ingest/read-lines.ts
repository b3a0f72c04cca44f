import { type FileLine, LineSplitter } from '../formats/lines.ts';
import { openRegular } from './open-regular.ts';

const CHUNK_BYTES = 1_048_576;

export type ReadLines = {
  /** Bytes from the start of the file; what is appended while it is read is left for the next import. */
  readonly byteLimit: number;
  readonly onChunk: (chunk: Uint8Array) => void;
};

/** The lines of a file, chunk by chunk. Memory holds a chunk and one unfinished line. */
export async function* readLines(file: string, { byteLimit, onChunk }: ReadLines): AsyncIterable<readonly FileLine[]> {
  const handle = await openRegular(file);
  try {
    const end = Math.min(byteLimit, (await handle.stat()).size);
    const splitter = new LineSplitter();
    for (let offset = 0; offset < end; ) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - offset));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
      if (bytesRead === 0) break;
      offset += bytesRead;
      const chunk = buffer.subarray(0, bytesRead);
      onChunk(chunk);
      yield splitter.push(chunk);
    }
    const last = splitter.end();
    if (last !== null) yield [last];
  } finally {
    await handle.close();
  }
}
