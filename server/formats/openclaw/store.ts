/** `sessions.json`: which key each session id belongs to, and what OpenClaw knows of it. */
import { AppError } from '../../errors.ts';
import type { Companion } from '../adapter.ts';
import { decodeUtf8, isObject, type JsonObject, objectAt, parseObject } from '../json.ts';
import { readId } from './entry-ids.ts';
import { folderAgentId } from './file-names.ts';
import { parseSessionKey, type SessionKey } from './keys.ts';
import { textField } from './text-field.ts';
import { cutTitle } from './title.ts';

export type StoreEntry = SessionKey & {
  readonly sessionId: string;
  /** Base name of the transcript, as the store names it; null when it leaves that to the session id. */
  readonly fileName: string | null;
  readonly title: string | null;
  readonly parentKey: string | null;
  readonly chatType: string | null;
  readonly project: string | null;
  readonly model: string | null;
  /** All session ids that the key has had, oldest first, the present one last. */
  readonly familyIds: readonly string[];
  readonly isIncognito: boolean;
  /** Unix milliseconds of the store's last change to the entry; 0 when it says none. */
  readonly updatedAtMs: number;
};

/** A transcript that the store names. */
export type ListedSession = { readonly sessionKey: string; readonly sessionId: string; readonly fileName: string };

/** The data of this format's companions. */
export type SessionStore = {
  readonly listed: readonly ListedSession[];
  /** Entries without a usable key or session id. */
  readonly unusable: number;
  readonly bySessionId: ReadonlyMap<string, readonly StoreEntry[]>;
  readonly byFileName: ReadonlyMap<string, readonly StoreEntry[]>;
  /** By each older session id of a key. */
  readonly byFamilyId: ReadonlyMap<string, readonly StoreEntry[]>;
};

export function readStore(path: string, bytes: Uint8Array): Companion {
  const store = parseObject(decodeUtf8(bytes).text);
  if (store === null) {
    throw new AppError(
      'bad-input',
      `${path} is not OpenClaw's list of sessions: it holds no JSON object. Import without it, or mend it.`,
    );
  }
  const named = Object.entries(store);
  const entries = named.flatMap(([key, value]) => readEntry(key, value, folderAgentId(path)) ?? []);
  const data: SessionStore = {
    listed: entries.map(({ key, sessionId, fileName }) => ({
      sessionKey: key,
      sessionId,
      fileName: fileName ?? `${sessionId}.jsonl`,
    })),
    unusable: named.length - entries.length,
    bySessionId: groupBy(entries, (entry) => [entry.sessionId]),
    byFileName: groupBy(entries, (entry) => (entry.fileName === null ? [] : [entry.fileName])),
    byFamilyId: groupBy(entries, (entry) => entry.familyIds.filter((id) => id !== entry.sessionId)),
  };
  return { path, data };
}

function readEntry(name: string, value: unknown, folderAgent: string | null): StoreEntry | null {
  if (!isObject(value)) return null;
  const key = parseSessionKey(name, folderAgent);
  const sessionId = readId(value, 'sessionId');
  if (key === null || sessionId === null) return null;
  const spawnedBy = textField(value, 'spawnedBy');
  const parent = spawnedBy === null ? null : parseSessionKey(spawnedBy, folderAgent ?? key.agentId);
  return {
    ...key,
    sessionId,
    fileName: baseName(textField(value, 'sessionFile')),
    title: titleOf(value),
    parentKey: parent === null || parent.key === key.key ? null : parent.key,
    chatType: textField(value, 'chatType'),
    project: textField(value, 'spawnedWorkspaceDir'),
    model: textField(value, 'model'),
    familyIds: familyOf(value, sessionId),
    isIncognito: value.incognito === true,
    updatedAtMs: typeof value.updatedAt === 'number' && Number.isFinite(value.updatedAt) ? value.updatedAt : 0,
  };
}

function titleOf(value: JsonObject): string | null {
  const names = [textField(value, 'displayName'), textField(value, 'subject'), textField(value, 'label')];
  const name = [...names, textField(objectAt(value, 'origin'), 'label')].find((found) => found !== null);
  return cutTitle(name ?? '');
}

function familyOf(value: JsonObject, sessionId: string): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(value.usageFamilySessionIds) ? value.usageFamilySessionIds : [];
  const older = listed.flatMap((id) => readId({ id }, 'id') ?? []).filter((id) => id !== sessionId);
  return [...new Set(older), sessionId];
}

/** The path may be another machine's, with either separator. */
function baseName(path: string | null): string | null {
  const name = path === null ? '' : path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.endsWith('.jsonl') ? name : null;
}

function groupBy(
  entries: readonly StoreEntry[],
  idsOf: (entry: StoreEntry) => readonly string[],
): Map<string, StoreEntry[]> {
  const groups = new Map<string, StoreEntry[]>();
  for (const entry of entries) {
    for (const id of idsOf(entry)) {
      const group = groups.get(id);
      if (group) group.push(entry);
      else groups.set(id, [entry]);
    }
  }
  return groups;
}
