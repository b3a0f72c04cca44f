import { sessionCursorPayload } from '../contract/cursor.ts';
import type { SessionFilter, ShownSession } from '../contract/session.ts';
import { AppError } from '../errors.ts';

/** Where a list of sessions goes on behind this one, in the clear: it holds nothing but what that row showed. */
export function sessionCursor(last: Pick<ShownSession, 'lastTimeMs' | 'sessionKey' | 'sessionId'>): string {
  return Buffer.from(JSON.stringify([last.lastTimeMs ?? 0, last.sessionKey, last.sessionId])).toString('base64url');
}

/** Throws `bad-input` when it is no cursor of such a list. */
export function readSessionCursor(cursor: string): NonNullable<SessionFilter['after']> {
  try {
    const [lastTimeMs, sessionKey, sessionId] = sessionCursorPayload.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    );
    return { lastTimeMs, sessionKey, sessionId };
  } catch (cause) {
    throw new AppError('bad-input', 'This cursor is not one of this list. Start again without a cursor.', { cause });
  }
}
