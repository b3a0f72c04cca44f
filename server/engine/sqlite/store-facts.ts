import type { Connection } from './open.ts';

/** Facts about the store itself: segmenter version, stage of a purge. Null when there is none, or no table for them yet. */
export function readFact(connection: Connection, name: string): string | null {
  const hasTable =
    connection.client.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'store_fact'`).get() !== undefined;
  if (!hasTable) return null;
  const row = connection.client
    .prepare<[string], { value: string }>('SELECT value FROM store_fact WHERE name = ?')
    .get(name);
  return row?.value ?? null;
}

export function writeFact(connection: Connection, name: string, value: string): void {
  connection.client
    .prepare(
      'INSERT INTO store_fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    )
    .run(name, value);
}
