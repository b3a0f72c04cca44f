import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { SessionId } from '../contract/actor.ts';
import type { RecordCheck, RecordPlace } from '../engine/record-types.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';

export type FileVerdict = {
  readonly path: string;
  readonly records: number;
  /** Earlier records that later ones with the same id replaced: kept, but not compared. */
  readonly replaced: number;
  /** Records whose stored bytes equal the file's bytes at their place. */
  readonly equal: number;
  /** Line of the first record that differs; null when none does. */
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
 * Compares every stored record of a visible session, byte for byte, with its place in the file it came from. `ok` is
 * false when a record differs or its file cannot be read. Throws `not-found`.
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
    return { sessionKey: session.sessionKey, ok: files.every((file) => file.equal === file.records), files };
  } finally {
    for (const comparison of comparisons.values()) await comparison.close();
  }
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
  #firstDifferentLine: number | null = null;

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
    else this.#firstDifferentLine = Math.min(this.#firstDifferentLine ?? record.lineNumber, record.lineNumber);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  async verdict(): Promise<FileVerdict> {
    const sha256 = await this.#hashFile();
    return {
      path: this.path,
      records: this.#records,
      replaced: this.#replaced,
      equal: this.#equal,
      firstDifferentLine: this.#firstDifferentLine,
      file: sha256 === null ? 'gone' : sha256 === this.#expectedSha256 ? 'same' : 'changed',
    };
  }

  async #hashFile(): Promise<string | null> {
    if (this.#handle === null || !(await this.#handle.stat()).isFile()) return null;
    const hash = createHash('sha256');
    for await (const chunk of this.#handle.createReadStream({ start: 0, autoClose: false })) hash.update(chunk);
    return hash.digest('hex');
  }
}
