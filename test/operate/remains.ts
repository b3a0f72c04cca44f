import { existsSync, readFileSync } from 'node:fs';
import { withDatabase } from '../support/test-store.ts';

const PIECE_BYTES = 48;

/** Pieces of what a session is stored as: its records, compressed as they lie in the database. */
export function compressedPieces(file: string, nativeId: string): readonly Buffer[] {
  const blocks = withDatabase(file, (client) =>
    client
      .prepare<[string], { data: Buffer }>(
        `SELECT b.data FROM record_block b WHERE b.session_id IN (SELECT session_id FROM session_window WHERE native_id = ?)`,
      )
      .all(nativeId),
  );
  return blocks.flatMap(({ data }) => piecesOf(data));
}

/** Short enough that most lie within one page of the file, wherever its pages were cut. */
function piecesOf(data: Buffer): readonly Buffer[] {
  const count = Math.floor(data.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, index) => data.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES));
}

/** How many of these lie in the database's files: the file itself, its log, and the log's index. */
export function countRemains(file: string, pieces: readonly (Buffer | string)[]): number {
  const files = [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]
    .filter((each) => existsSync(each))
    .map((each) => readFileSync(each));
  return pieces.filter((piece) => files.some((bytes) => bytes.includes(piece))).length;
}
