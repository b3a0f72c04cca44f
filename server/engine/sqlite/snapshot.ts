import type { Connection } from './open.ts';

/** Several statements over one state of the database, so that a reply never mixes before and after a commit. Reads only. */
export function inOneSnapshot<Result>({ client }: Connection, read: () => Result): Result {
  client.exec('BEGIN');
  try {
    return read();
  } finally {
    if (client.inTransaction) client.exec('COMMIT');
  }
}
