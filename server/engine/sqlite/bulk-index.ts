import { INDEXES } from './index-state.ts';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';

const BULK = { hashsize: 67_108_864, automerge: 8 };
/** What FTS5 starts with. */
const ORDINARY = { hashsize: 1_048_576, automerge: 4 };

/**
 * Writes many index rows as one segment. The settings are rows of the index: set and restored in the caller's transaction,
 * they roll back with it and outlive no crash.
 */
export function withBulkIndex(connection: Connection, write: () => void): void {
  configure(connection, BULK);
  write();
  configure(connection, ORDINARY);
}

function configure({ client }: Connection, settings: typeof BULK): void {
  for (const table of INDEXES) {
    const set = prepared<[string, bigint]>({ client }, `INSERT INTO ${table}(${table}, rank) VALUES (?, ?)`);
    for (const [name, value] of Object.entries(settings)) set.run(name, BigInt(value));
  }
}
