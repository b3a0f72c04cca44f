import { setImmediate } from 'node:timers/promises';

/** Enough that a chunk costs little, and little enough that nobody waits for one to be redacted. */
const CHUNK_BYTES = 65_536;

/**
 * Joins pieces of text and bytes to chunks. Between two chunks everything else in this process has its turn, since the
 * pieces are redacted here.
 */
export async function* inChunks(
  pieces: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    waiting.push(bytes);
    size += bytes.byteLength;
    if (size < CHUNK_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
    await setImmediate();
  }
  if (size > 0) yield Buffer.concat(waiting);
}
