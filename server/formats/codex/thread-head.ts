/** Reads who a thread is, and when things in it began. */
import { idAt, isObject, isoTimeMs, type JsonObject, objectAt, shorten, stringAt } from '../json.ts';
import type { ThreadHead } from './facts.ts';

const MAX_PATH_LENGTH = 4096;
const MAX_NAME_LENGTH = 120;
const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Turns are stamped in whole seconds: their end is what can be compared. */
const SECOND_END_MS = 999;

/** `session_id` of a sub-agent names the session that it works for, so `id` comes first. */
export function readThreadHead(payload: JsonObject): ThreadHead {
  const id = idAt(payload, 'id') ?? idAt(payload, 'session_id');
  const source = objectAt(payload, 'source') ?? {};
  const isSubAgent = 'subagent' in source || payload['thread_source'] === 'subagent';
  const spawn = objectAt(objectAt(source, 'subagent') ?? {}, 'thread_spawn') ?? {};
  const depth = spawn['depth'];
  const name = stringAt(payload, 'agent_nickname') || stringAt(spawn, 'agent_nickname') || '';
  return {
    id,
    bornMs: uuidTimeMs(id) ?? isoTimeMs(payload['timestamp']),
    cwd: pathAt(payload, 'cwd'),
    isSubAgent,
    parentId: isSubAgent ? findParentId(payload, spawn, id) : null,
    isNested: typeof depth === 'number' && depth > 1,
    forkedFromId: idAt(payload, 'forked_from_id'),
    nickname: shorten(name, MAX_NAME_LENGTH) || null,
  };
}

function findParentId(payload: JsonObject, spawn: JsonObject, id: string | null): string | null {
  const named = [
    idAt(payload, 'parent_thread_id'),
    idAt(spawn, 'parent_thread_id'),
    idAt(payload, 'forked_from_id'),
    idAt(payload, 'session_id'),
  ];
  return named.find((candidate) => candidate !== null && candidate !== id) ?? null;
}

/** When the turn that a record names began: its id holds the time, and the event that opens it says it. */
export function turnTimeMs(payload: JsonObject): number | null {
  const places = [
    payload,
    objectAt(payload, 'internal_chat_message_metadata_passthrough'),
    objectAt(payload, 'metadata'),
  ];
  for (const place of places.filter(isObject)) {
    const timeMs = uuidTimeMs(stringAt(place, 'turn_id'));
    if (timeMs !== null) return timeMs;
  }
  const startedAt = payload['type'] === 'task_started' ? payload['started_at'] : null;
  return typeof startedAt === 'number' && startedAt > 0 ? startedAt * 1000 + SECOND_END_MS : isoTimeMs(startedAt);
}

/** Usable paths only; null for anything else. */
export function pathAt(object: JsonObject, key: string): string | null {
  const path = stringAt(object, key);
  return path !== null && path !== '' && path.length <= MAX_PATH_LENGTH ? path : null;
}

/** A version 7 UUID starts with the milliseconds of its making. */
function uuidTimeMs(id: string | null): number | null {
  const [, high, low] = UUID_V7.exec(id ?? '') ?? [];
  return high === undefined || low === undefined ? null : Number.parseInt(high + low, 16);
}
