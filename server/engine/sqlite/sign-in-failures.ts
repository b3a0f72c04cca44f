import type { SignInFailures } from '../access-port.ts';
import type { Connection } from './open.ts';

/** A key that has been quiet for so long starts anew. */
const FORGET_MS = 86_400_000;

export function signInFailures(
  connection: Connection,
  keyHashes: readonly string[],
  nowMs: number,
): readonly SignInFailures[] {
  const select = connection.client.prepare<[string, number], { failures: number; last_at_ms: number }>(
    'SELECT failures, last_at_ms FROM sign_in_failure WHERE key_hash = ? AND last_at_ms > ?',
  );
  return keyHashes.map((key) => {
    const row = select.get(key, nowMs - FORGET_MS);
    return { failures: row?.failures ?? 0, lastAtMs: row?.last_at_ms ?? 0 };
  });
}

export function noteSignInFailure(connection: Connection, keyHashes: readonly string[], nowMs: number): void {
  const note = connection.client.transaction(() => {
    connection.client.prepare('DELETE FROM sign_in_failure WHERE last_at_ms <= ?').run(nowMs - FORGET_MS);
    const upsert = connection.client.prepare(
      `INSERT INTO sign_in_failure (key_hash, failures, last_at_ms) VALUES (?, 1, ?)
       ON CONFLICT (key_hash) DO UPDATE SET failures = failures + 1, last_at_ms = excluded.last_at_ms`,
    );
    for (const key of keyHashes) upsert.run(key, nowMs);
  });
  note.immediate();
}

export function clearSignInFailures(connection: Connection, keyHash: string): void {
  connection.client.prepare('DELETE FROM sign_in_failure WHERE key_hash = ?').run(keyHash);
}
