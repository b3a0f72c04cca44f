import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { EMPTY_SHA256, PUSH_BODY_MAX, type PushState } from '../../contract/push.ts';
import { reasonNotToTake } from '../../ingest/classify-spooled.ts';
import { openRegular } from '../../ingest/open-regular.ts';
import type { Failure, Piece, PushAnswer, PushClient } from './push-client.ts';
import type { ScannedFile } from './scan-files.ts';

/** What became of one look at a file. `idle`: the server has all of it. */
export type Step =
  | { readonly type: 'idle' }
  /** No transcript, nor anything that says something of one. */
  | { readonly type: 'unknown' }
  | { readonly type: 'sent'; readonly bytes: number; readonly size: number; readonly isReplaced: boolean }
  | Failure;

const HEAD_BYTES = 65_536;
/** Of what was sent last: where it is another by now, the file was written anew. */
const TAIL_BYTES = 1024;

/** What the server has of a file, as far as we know: asked at first, since an earlier run may have sent it. */
type Known = { readonly size: number; readonly hash: Hash; readonly tail: Uint8Array };

/** One file that may grow, be cut, or be replaced. It never sends what the server has, and asks when it does not know. */
export class SentFile {
  #known: Known | null = null;
  /** The state of the file at the last look that had nothing to send. */
  #idleAt = '';
  #isRefused = false;

  /** Sends one piece at most. Throws what the system throws when the file cannot be read. */
  async step(file: ScannedFile, client: PushClient, signal: AbortSignal): Promise<Step> {
    const look = `${file.stats.ino} ${file.stats.size} ${file.stats.mtimeMs}`;
    if (look === this.#idleAt) return { type: this.#isRefused ? 'unknown' : 'idle' };
    const handle = await openRegular(file.path);
    try {
      const step = await this.#stepIn(handle, file, (piece) => client.send(piece, signal));
      this.#isRefused = step.type === 'refused' || step.type === 'unknown';
      if (step.type === 'idle' || this.#isRefused) this.#idleAt = look;
      return step;
    } finally {
      await handle.close();
    }
  }

  async #stepIn(handle: FileHandle, file: ScannedFile, send: (piece: Piece) => Promise<PushAnswer>): Promise<Step> {
    const { place, name } = file;
    const { size } = await handle.stat();
    if (this.#known === null) {
      if (!(await isTranscript(handle, file))) return { type: 'unknown' };
      const asked = await send({ place, name, offset: 0, prefix: EMPTY_SHA256, isReplacement: false, bytes: EMPTY });
      if (!('state' in asked)) return asked;
      this.#known = await this.#recall(handle, asked.state);
    }
    const isSame = this.#known !== null && (await isUnchanged(handle, this.#known, size));
    const known = isSame ? this.#known : null;
    const offset = known?.size ?? 0;
    if (known !== null && offset === size) return { type: 'idle' };
    const bytes = await readBytes(handle, offset, Math.min(PUSH_BODY_MAX, size - offset));
    const hash = known?.hash ?? createHash('sha256');
    const prefix = hash.copy().digest('hex');
    const answer = await send({ place, name, offset, prefix, isReplacement: known === null, bytes });
    if (!('state' in answer)) return answer;
    if (answer.type === 'misfit') {
      this.#known = await this.#recall(handle, answer.state);
      return { type: 'later', reason: 'The server has another part of this file', retryAfterMs: 0 };
    }
    hash.update(bytes);
    const tail = Buffer.concat([known?.tail ?? EMPTY, bytes]).subarray(-TAIL_BYTES);
    this.#known = { size: offset + bytes.byteLength, hash, tail: new Uint8Array(tail) };
    return { type: 'sent', bytes: bytes.byteLength, size: this.#known.size, isReplaced: known === null };
  }

  /** What the server has, if the file begins with it; else null, and the file is sent anew. */
  async #recall(handle: FileHandle, { size, sha256 }: PushState): Promise<Known | null> {
    const hash = createHash('sha256');
    let tail: Uint8Array = EMPTY;
    for (let at = 0; at < size; ) {
      const bytes = await readBytes(handle, at, Math.min(PUSH_BODY_MAX, size - at));
      if (bytes.byteLength === 0) return null;
      hash.update(bytes);
      tail = new Uint8Array(Buffer.concat([tail, bytes]).subarray(-TAIL_BYTES));
      at += bytes.byteLength;
    }
    return hash.copy().digest('hex') === sha256 ? { size, hash, tail } : null;
  }
}

const EMPTY = new Uint8Array();

async function readBytes(handle: FileHandle, offset: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

/** Grown files are told by the end of what was sent; one of the same length was touched, and is read anew to its end. */
async function isUnchanged(handle: FileHandle, { size, tail, hash }: Known, sizeNow: number): Promise<boolean> {
  if (sizeNow < size) return false;
  const end = await readBytes(handle, size - tail.byteLength, tail.byteLength);
  if (!Buffer.from(tail).equals(end)) return false;
  return sizeNow > size || (await digestOf(handle, size)) === hash.copy().digest('hex');
}

async function digestOf(handle: FileHandle, size: number): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < size; ) {
    const bytes = await readBytes(handle, at, Math.min(PUSH_BODY_MAX, size - at));
    if (bytes.byteLength === 0) break;
    hash.update(bytes);
    at += bytes.byteLength;
  }
  return hash.digest('hex');
}

async function isTranscript(handle: FileHandle, { path, stats }: ScannedFile): Promise<boolean> {
  const head = await readBytes(handle, 0, Math.min(stats.size, HEAD_BYTES));
  return reasonNotToTake({ path, head, size: stats.size }) === null;
}
