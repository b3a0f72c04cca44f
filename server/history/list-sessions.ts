import { sessionCursorPayload } from '../contract/cursor.ts';
import {
  type SessionFilter,
  type SessionListInput,
  type SessionListReply,
  type SessionSummary,
  sessionListInput,
} from '../contract/session.ts';
import { AppError } from '../errors.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';

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
    limit: ask.limit,
    after: ask.cursor === undefined ? null : readCursor(ask.cursor),
  };
  const page = await scope.engine.listSessions(scope.reach, filter);
  const last = page.hasMore ? page.sessions.at(-1) : undefined;
  return {
    sessions: page.sessions.map(({ id: _, ...shown }) => shown),
    nextCursor: last === undefined ? null : writeCursor(last),
  };
}

/** A parent that the caller may not see is not found, like one that is not there. */
async function parentOf(scope: ReadScope, parent: string | undefined): Promise<SessionFilter['parent']> {
  if (parent === undefined || parent === 'none') return parent ?? null;
  return (await getSession(scope, parent)).id;
}

/** The last row's place in the order, in the clear: it holds nothing but what that row showed. */
function writeCursor(last: SessionSummary): string {
  return Buffer.from(JSON.stringify([last.lastTimeMs ?? 0, last.sessionKey, last.sessionId])).toString('base64url');
}

function readCursor(cursor: string): NonNullable<SessionFilter['after']> {
  try {
    const [lastTimeMs, sessionKey, sessionId] = sessionCursorPayload.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    );
    return { lastTimeMs, sessionKey, sessionId };
  } catch (cause) {
    throw new AppError('bad-input', 'This cursor is not one of this list. Start again without a cursor.', { cause });
  }
}
