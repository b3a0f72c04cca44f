import type { Reach, SessionId } from '../../contract/actor.ts';
import { AppError } from '../../errors.ts';
import { type Append, type AppendEntry, type Appended, LIVE_MARK } from '../append-port.ts';
import { AppendBranch } from './append-branch.ts';
import { headerWithin } from './append-reach.ts';
import { type AppendOwner, findAppendWindow, type KnownWindow, openAppendWindow } from './append-window.ts';
import { describeAppended } from './describe-appended.ts';
import type { Connection } from './open.ts';
import { addToSource } from './sources.ts';
import { windowFacts } from './window-facts.ts';

/** Stores, indexes and shows entries behind what is stored. One transaction, or nothing; see the port. */
export function appendEntries(
  connection: Connection,
  owner: AppendOwner,
  { reach, append: asked }: { reach: Reach; append: Append },
): Appended {
  const act = connection.client.transaction((): Appended => {
    const known = findAppendWindow(connection, owner, asked.header);
    const { ownerId } = owner;
    const append = { ...asked, header: headerWithin(connection, reach, { ownerId, header: asked.header, known }) };
    const fresh = known === null ? append.entries : newOnes(connection, known, append.entries);
    if (known !== null && fresh.length === 0) return allKnown(connection, known, append.entries);
    return addFresh(connection, owner, { reach, append, known, fresh: withoutRepeats(fresh) });
  });
  return act.immediate();
}

type Adding = {
  readonly reach: Reach;
  readonly append: Append;
  readonly known: KnownWindow | null;
  readonly fresh: readonly AppendEntry[];
};

function addFresh(connection: Connection, owner: AppendOwner, { reach, append, known, fresh }: Adding): Appended {
  const window = openAppendWindow(connection, owner, { header: append.header, known });
  // A session that nobody sees yet is indexed at once: so is all that is appended, for it shows when this ends.
  const facts = { ...windowFacts(connection, window), isComplete: false };
  const source = addToSource(connection, owner, { path: `${LIVE_MARK}${window.publicId}`, ...facts, entries: fresh });
  const branch = new AppendBranch(connection, { facts, source, window, nowMs: owner.nowMs });
  for (const entry of fresh) branch.add(entry);
  const growth = branch.finish();
  describeAppended(connection, { reach, facts, window, header: append.header, growth });
  const added = new Set(fresh);
  return {
    sessionId: window.sessionId,
    publicId: window.publicId,
    sessionKey: window.sessionKey,
    statuses: append.entries.map((entry) => (added.has(entry) ? 'added' : 'known')),
    leaf: leafId(connection, window.windowId),
  };
}

type Stored = { record_hash: string };

/** Those that are not stored yet. Throws `conflict` when one is, with other bytes. */
function newOnes(
  connection: Connection,
  { windowId }: KnownWindow,
  entries: readonly AppendEntry[],
): readonly AppendEntry[] {
  const find = connection.client.prepare<[number, string], Stored>(
    'SELECT record_hash FROM entry WHERE window_id = ? AND native_id = ?',
  );
  return entries.filter((entry) => {
    const stored = find.get(windowId, entry.nativeId);
    if (stored !== undefined) assertSameBytes(entry, stored.record_hash);
    return stored === undefined;
  });
}

/** The first of each id. Throws `conflict` when a later one has other bytes. */
function withoutRepeats(entries: readonly AppendEntry[]): readonly AppendEntry[] {
  const hashes = new Map<string, string>();
  return entries.filter((entry) => {
    const earlier = hashes.get(entry.nativeId);
    if (earlier === undefined) hashes.set(entry.nativeId, entry.record.hash);
    else assertSameBytes(entry, earlier);
    return earlier === undefined;
  });
}

function assertSameBytes({ nativeId, record }: AppendEntry, storedHash: string): void {
  if (record.hash === storedHash) return;
  throw new AppError('conflict', `Entry ${JSON.stringify(nativeId)} is stored with other bytes. Nothing was appended.`);
}

function allKnown(connection: Connection, known: KnownWindow, entries: readonly AppendEntry[]): Appended {
  return {
    sessionId: known.sessionId as SessionId,
    publicId: known.publicId,
    sessionKey: known.sessionKey,
    statuses: entries.map(() => 'known'),
    leaf: leafId(connection, known.windowId),
  };
}

function leafId(connection: Connection, windowId: number): string | null {
  const row = connection.client
    .prepare<[number], { native_id: string }>(
      'SELECT native_id FROM entry WHERE window_id = ? AND walk IS NOT NULL ORDER BY walk DESC LIMIT 1',
    )
    .get(windowId);
  return row?.native_id ?? null;
}
