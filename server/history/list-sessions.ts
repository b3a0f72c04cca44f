import {
  type SessionFilter,
  type SessionListInput,
  type SessionListReply,
  sessionListInput,
} from '../contract/session.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { readSessionCursor, sessionCursor } from './session-cursor.ts';

/** Visible sessions, the one with the newest message first. Throws `bad-input` for a cursor that is none, `not-found` for a parent that is not visible. */
export async function listSessions(scope: ReadScope, input: SessionListInput): Promise<SessionListReply> {
  const ask = sessionListInput.parse(input);
  const filter: SessionFilter = {
    kinds: ask.kinds ?? null,
    agentId: ask.agentId ?? null,
    search: ask.search ?? null,
    archived: ask.archived,
    format: ask.format ?? null,
    project: ask.project ?? null,
    label: ask.label ?? null,
    ownerEmail: ask.person ?? null,
    parent: await parentOf(scope, ask.parent),
    ...(ask.activeSinceMs === undefined ? {} : { activeSinceMs: ask.activeSinceMs }),
    limit: ask.limit,
    after: ask.cursor === undefined ? null : readSessionCursor(ask.cursor),
  };
  const page = await scope.engine.listSessions(scope.reach, filter);
  const last = page.hasMore ? page.sessions.at(-1) : undefined;
  return {
    sessions: page.sessions.map(({ id: _, ...shown }) => shown),
    nextCursor: last === undefined ? null : sessionCursor(last),
  };
}

/** A parent that the caller may not see is not found, like one that is not there. */
async function parentOf(scope: ReadScope, parent: string | undefined): Promise<SessionFilter['parent']> {
  if (parent === undefined || parent === 'none') return parent ?? null;
  return (await getSession(scope, parent)).id;
}
