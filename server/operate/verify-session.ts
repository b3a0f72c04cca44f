import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { SessionId } from '../contract/actor.ts';
import type { RecordCheck, RecordPlace } from '../engine/record-types.ts';
import { readLines } from '../ingest/read-lines.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';

export type FileVerdict = {
  readonly path: string;
  readonly records: number;
  /** Earlier records that later ones with the same id replaced: kept, but not compared. */
  readonly replaced: number;
  /** Records that the file holds byte for byte: at the place where they were read, or on another line by now. */
  readonly equal: number;
  /** Records that are kept whole, but that the file does not hold any more. */
  readonly absent: number;
  /** Records whose stored bytes are not what was stored. */
  readonly damaged: number;
  /** Line of the first record that the file does not hold; null when it holds all. */
  readonly firstDifferentLine: number | null;
  /** `same`: the file is as it was imported. `changed`: it has other bytes by now. `gone`: it cannot be read. */
  readonly file: 'same' | 'changed' | 'gone';
};

export type Verification = {
  readonly sessionKey: string;
  readonly ok: boolean;
  readonly files: readonly FileVerdict[];
};

/**
 * Compares every stored record of a visible session, byte for byte, with the file it came from. `ok` is false when a
 * stored record is damaged, a file cannot be read, or one that changed since its import lacks a record. Throws `not-found`.
 */
export async function verifySession(scope: ReadScope, name: string): Promise<Verification> {
  const session = await getSession(scope, name);
  const comparisons = new Map<string, FileComparison>();
  try {
    for await (const record of storedRecords(scope, session.id)) {
      const comparison = comparisons.get(record.path) ?? (await FileComparison.start(record));
      comparisons.set(record.path, comparison);
      await comparison.compare(record);
    }
    const files: FileVerdict[] = [];
    for (const [, comparison] of [...comparisons].toSorted(byPath)) files.push(await comparison.verdict());
    return { sessionKey: session.sessionKey, ok: files.every(isProven), files };
  } finally {
    for (const comparison of comparisons.values()) await comparison.close();
  }
}

/** A file that is as it was imported may hold less than is kept: an earlier, longer state of it was imported too. */
function isProven(file: FileVerdict): boolean {
  return file.damaged === 0 && file.file !== 'gone' && (file.absent === 0 || file.file === 'same');
}

function byPath([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

async function* storedRecords({ engine, reach }: ReadScope, sessionId: SessionId): AsyncGenerator<RecordCheck> {
  let after: RecordPlace | null = null;
  for (;;) {
    const records: readonly RecordCheck[] = await engine.recordPlaces(reach, { sessionId, after });
    yield* records;
    after = records.at(-1) ?? null;
    if (after === null) return;
  }
}

class FileComparison {
  readonly path: string;
  readonly #expectedSha256: string | null;
  readonly #handle: FileHandle | null;
  #records = 0;
  #replaced = 0;
  #equal = 0;
  #damaged = 0;
  /** Records that are not where they were read, by the hash of their bytes. */
  readonly #moved = new Map<string, number[]>();

  private constructor(record: RecordCheck, handle: FileHandle | null) {
    this.path = record.path;
    this.#expectedSha256 = record.fileSha256;
    this.#handle = handle;
  }

  static async start(record: RecordCheck): Promise<FileComparison> {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    return new FileComparison(record, await open(record.path, flags).catch(() => null));
  }

  async compare(record: RecordCheck): Promise<void> {
    if (record.isReplaced) {
      this.#replaced += 1;
      return;
    }
    this.#records += 1;
    const bytes = Buffer.alloc(record.bytes.byteLength);
    const read = await this.#handle?.read(bytes, 0, bytes.length, record.offset).catch(() => null);
    if (read?.bytesRead === bytes.length && bytes.equals(record.bytes)) this.#equal += 1;
    else if (hashOf(record.bytes).startsWith(record.recordHash)) this.#remember(record);
    else this.#damaged += 1;
  }

  #remember(record: RecordCheck): void {
    const key = hashOf(record.bytes);
    const lines = this.#moved.get(key) ?? [];
    lines.push(record.lineNumber);
    this.#moved.set(key, lines);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  async verdict(): Promise<FileVerdict> {
    const sha256 = await this.#readFile();
    const absent = [...this.#moved.values()].flat();
    return {
      path: this.path,
      records: this.#records,
      replaced: this.#replaced,
      equal: this.#equal,
      absent: absent.length,
      damaged: this.#damaged,
      firstDifferentLine: absent.length === 0 ? null : Math.min(...absent),
      file: sha256 === null ? 'gone' : sha256 === this.#expectedSha256 ? 'same' : 'changed',
    };
  }

  /** Hashes the file, and finds moved records on whatever line they are now. Null when it cannot be read. */
  async #readFile(): Promise<string | null> {
    if (this.#handle === null || !(await this.#handle.stat()).isFile()) return null;
    const hash = createHash('sha256');
    const onChunk = (chunk: Uint8Array): void => void hash.update(chunk);
    for await (const lines of readLines(this.path, { byteLimit: Number.POSITIVE_INFINITY, onChunk })) {
      if (this.#moved.size > 0) for (const item of lines) if (item.kind !== 'too-long') this.#find(item.line.bytes);
    }
    return hash.digest('hex');
  }

  #find(bytes: Uint8Array): void {
    const key = hashOf(bytes);
    const waiting = this.#moved.get(key);
    if (waiting?.pop() === undefined) return;
    this.#equal += 1;
    if (waiting.length === 0) this.#moved.delete(key);
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
