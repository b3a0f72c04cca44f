/** Finds what the stores beside a transcript say of it. */
import type { Companion } from '../adapter.ts';
import type { NamedFile } from './file-names.ts';
import type { SessionStore, StoreEntry } from './store.ts';

export type StoreMatch = {
  readonly entry: StoreEntry;
  /** False when the key lives on under another session id. */
  readonly isCurrent: boolean;
};

/** `sessionId` is the header's, else the file name's. The nearest store that knows the file decides. */
export function findInStores(companions: readonly Companion[], file: NamedFile, sessionId: string): StoreMatch | null {
  for (const companion of companions) {
    const match = findInStore(companion.data as SessionStore, file, sessionId);
    if (match !== null) return match;
  }
  return null;
}

function findInStore(store: SessionStore, file: NamedFile, sessionId: string): StoreMatch | null {
  const isClosed = file.kind === 'reset';
  const named = isClosed ? [] : (store.byFileName.get(file.baseName) ?? []);
  const ids = [...new Set([sessionId, file.sessionId ?? sessionId])];
  const current = [...named, ...ids.flatMap((id) => store.bySessionId.get(id) ?? [])].filter((entry) =>
    fits(entry, file),
  );
  const best = preferred(named.length > 0 ? named : current, sessionId);
  if (best !== null) return { entry: best, isCurrent: !isClosed };
  const older = preferred(
    ids.flatMap((id) => store.byFamilyId.get(id) ?? []),
    sessionId,
  );
  return older === null ? null : { entry: older, isCurrent: false };
}

/** Topics of one chat can share a session id, so a topic's file needs an entry that names the file or the topic. */
function fits(entry: StoreEntry, file: NamedFile): boolean {
  if (file.topic === null) return true;
  const isOwnId = entry.sessionId === file.sessionId;
  return isOwnId || entry.fileName === file.baseName || entry.rest.endsWith(`:${file.topic}`);
}

/**
 * A session can stand under several keys: a cron job's own key points at its latest run, beside a key of that run alone.
 * The key that names the session id stays true when the job runs again.
 */
function preferred(entries: readonly StoreEntry[], sessionId: string): StoreEntry | null {
  const ranked = [...entries].sort(
    (left, right) =>
      Number(right.rest.includes(sessionId)) - Number(left.rest.includes(sessionId)) ||
      right.updatedAtMs - left.updatedAtMs ||
      (left.key < right.key ? -1 : Number(left.key > right.key)),
  );
  return ranked[0] ?? null;
}
