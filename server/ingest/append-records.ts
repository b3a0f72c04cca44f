import {
  APPEND_BYTES_MAX,
  APPEND_ENTRIES_MAX,
  type AppendedEntry,
  type AppendInput,
  type AppendReply,
} from '../contract/append.ts';
import { AppError } from '../errors.ts';
import { isIncognitoKey, kindOfKey, parseSessionKey, type SessionKey } from '../formats/openclaw/keys.ts';
import { type LiveRecord, readLiveRecord } from '../formats/openclaw/live-record.ts';
import { readParts } from '../formats/openclaw/read-parts.ts';
import { writeRecord } from '../formats/openclaw/write-record.ts';
import { appendEntries, type LiveEntry, type LiveSession } from '../transcripts/append-entries.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { PERSON_QUOTA_BYTES } from './upload-limits.ts';

/**
 * Appends records in OpenClaw's format to a session that is being written, made if need be. They can be found when this
 * returns. Throws `bad-input`, `too-large` beyond the bounds of a call, `limited` when the person's space is used up, and
 * what `appendEntries` of the engine throws; then nothing is stored.
 */
export async function appendRecords(
  scope: WriteScope,
  input: AppendInput,
  quotaBytes = PERSON_QUOTA_BYTES,
): Promise<AppendReply> {
  assertBounds(input.entries);
  const key = readKey(input.session);
  const { person } = scope.actor;
  const entries = input.entries.map((entry, index) =>
    readLiveRecord('record' in entry ? entry.record : writeRecord(entry), index + 1),
  );
  if ((await scope.engine.storedBytes(person.id)) >= quotaBytes) throw overQuota();
  const appended = await appendEntries(scope, toSession(input.session, key, entries), entries.map(toEntry));
  const { publicId: sessionId, sessionKey, statuses, leaf } = appended;
  return {
    sessionId,
    sessionKey,
    entries: entries.map(({ id }, index) => ({ id, status: statuses[index] ?? 'known' })),
    added: statuses.filter((status) => status === 'added').length,
    leaf,
  };
}

function assertBounds(entries: readonly AppendedEntry[]): void {
  const bytes = entries.reduce(
    (sum, entry) => sum + Buffer.byteLength('record' in entry ? entry.record : entry.text),
    0,
  );
  if (entries.length <= APPEND_ENTRIES_MAX && bytes <= APPEND_BYTES_MAX) return;
  throw new AppError(
    'too-large',
    `A call takes at most ${APPEND_ENTRIES_MAX} entries and ${APPEND_BYTES_MAX} bytes; this one has ${entries.length} and ${bytes}.`,
  );
}

function readKey({ key, agentId }: AppendInput['session']): SessionKey {
  const parsed = parseSessionKey(key, agentId ?? null);
  if (parsed === null)
    throw new AppError('bad-input', 'The key is none. Give agent:<agent>:<name>, without spaces in the agent.');
  if (agentId !== undefined && agentId !== parsed.agentId)
    throw new AppError('bad-input', 'The key names another agent than agentId does. Leave agentId out.');
  return parsed;
}

function toSession(
  { nativeId, title, project, parentKey }: AppendInput['session'],
  { key, agentId, rest }: SessionKey,
  records: readonly LiveRecord[],
): LiveSession {
  return {
    format: 'openclaw',
    nativeId: nativeId === undefined ? null : usable(nativeId),
    sessionKey: key,
    agentId,
    kind: kindOfKey(rest, null),
    parentKey: parentKey === undefined ? null : readParent(parentKey, agentId),
    title: title ?? null,
    opening: records.find(({ outline }) => outline.facts.opening !== null)?.outline.facts.opening ?? null,
    project: project ?? null,
    isIncognito: isIncognitoKey(key),
  };
}

function readParent(parentKey: string, agentId: string): string {
  const parsed = parseSessionKey(parentKey, agentId);
  if (parsed === null) throw new AppError('bad-input', 'The parentKey is no key. Give agent:<agent>:<name>.');
  return parsed.key;
}

function usable(nativeId: string): string {
  if (/\p{C}/u.test(nativeId) || nativeId.trim() === '')
    throw new AppError('bad-input', 'The nativeId is blank, or holds characters that cannot be shown.');
  return nativeId;
}

function toEntry({ id, place, ...rest }: LiveRecord): LiveEntry {
  const record = { ...rest, id, parts: readParts(rest.bytes) };
  if (place.type === 'leaf') return { ...record, place };
  const { type, parent } = place;
  return {
    ...record,
    place: { type, parent: parent.at === 'entry' ? { at: 'entry', nativeId: parent.id } : parent },
  };
}

function overQuota(): AppError {
  return new AppError(
    'limited',
    'Your space for transcripts is used up. Delete sessions, or ask an owner; then go on from here.',
  );
}
