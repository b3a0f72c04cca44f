import type { PurgeState } from '../../contract/doctor.ts';
import { AppError } from '../../errors.ts';
import { INDEXES } from './index-state.ts';
import type { Connection } from './open.ts';
import { readFact, writeFact } from './store-facts.ts';

const STEP_MS = 200;
const MERGE_PAGES = 64;
const CHECKPOINT_WAIT_MS = 100;
const STAGE = 'purge_stage';

/** How far a purge is. It is stored, so that a purge that was cut off goes on; a deletion meanwhile starts it anew. */
type Stage = 'merging' | 'merged' | 'rewritten';

export function pendingPurges(connection: Connection): number {
  return connection.client.prepare<[], { count: number }>('SELECT count(*) AS count FROM purge').get()?.count ?? 0;
}

/** Notes, in the transaction of a deletion, that bytes must go. What has been merged so far was merged without it. */
export function requestPurge(connection: Connection, nowMs: number): void {
  connection.client.prepare('INSERT INTO purge (deleted_at_ms) VALUES (?)').run(nowMs);
  connection.client.prepare('DELETE FROM store_fact WHERE name = ?').run(STAGE);
}

/**
 * One bounded step of removing deleted bytes: merges each index to one segment (deleted terms live on in older ones), then
 * rewrites the file, since `secure_delete` clears cells but not the slack of pages, and empties the log. Throws `busy`
 * when a reader holds the log; try again.
 */
export function purgeStep(connection: Connection): PurgeState {
  const pending = pendingPurges(connection);
  if (pending === 0) return { isDone: true, pending: 0 };
  const stage = readFact(connection, STAGE);
  if (stage !== 'merged' && stage !== 'rewritten') {
    if (stage === null) startMerge(connection);
    if (mergeFor(connection, STEP_MS)) advance(connection, 'merging', 'merged');
    return { isDone: false, pending };
  }
  if (stage === 'merged') {
    connection.client.exec('VACUUM');
    advance(connection, 'merged', 'rewritten');
  }
  truncateLog(connection);
  finish(connection);
  const left = pendingPurges(connection);
  return { isDone: left === 0, pending: left };
}

function advance(connection: Connection, from: Stage, to: Stage): void {
  connection.client.prepare('UPDATE store_fact SET value = ? WHERE name = ? AND value = ?').run(to, STAGE, from);
}

/** A negative number starts a merge of all segments into one, positive ones go on with it. */
function startMerge(connection: Connection): void {
  const start = connection.client.transaction(() => {
    merge(connection, -MERGE_PAGES);
    writeFact(connection, STAGE, 'merging' satisfies Stage);
  });
  start.immediate();
}

/** True when one segment of each index is left. */
function mergeFor(connection: Connection, budgetMs: number): boolean {
  const deadline = Date.now() + budgetMs;
  while (Date.now() < deadline) {
    if (merge(connection, MERGE_PAGES)) return true;
  }
  return false;
}

/** True when there was nothing to merge in any of the indexes. */
function merge({ client }: Connection, pages: number): boolean {
  const total = client.prepare<[], { n: number }>('SELECT total_changes() AS n');
  const merged = INDEXES.filter((index) => {
    const before = total.get()?.n ?? 0;
    client.prepare(`INSERT INTO ${index}(${index}, rank) VALUES ('merge', ?)`).run(pages);
    return (total.get()?.n ?? 0) - before >= 2;
  });
  return merged.length === 0;
}

/** SQLite's own wait is kept short here: the caller comes again, and the file is rewritten already. */
function truncateLog({ client }: Connection): void {
  const waitMs = Number(client.pragma('busy_timeout', { simple: true }));
  client.pragma(`busy_timeout = ${CHECKPOINT_WAIT_MS}`);
  const [result] = client.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  client.pragma(`busy_timeout = ${waitMs}`);
  if (result === undefined || result.busy !== 0) {
    throw new AppError('busy', 'The deleted bytes are not purged yet: another process is reading. It is tried again.');
  }
}

/** Nothing is done with when a deletion came meanwhile: it took the stage back. */
function finish(connection: Connection): void {
  const end = connection.client.transaction(() => {
    if (readFact(connection, STAGE) !== 'rewritten') return;
    connection.client.prepare('DELETE FROM purge').run();
    connection.client.prepare('DELETE FROM store_fact WHERE name = ?').run(STAGE);
  });
  end.immediate();
}
