import { createHash, timingSafeEqual } from 'node:crypto';
import type { Reach } from '../contract/actor.ts';
import { searchCursorPayload } from '../contract/cursor.ts';
import type { Match, SearchRequest, Within } from '../contract/search.ts';
import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';

type After = NonNullable<SearchRequest['after']>;

/**
 * Hash of everything that makes a result list: a cursor goes with one list only. `query` is the normal form, not the
 * plan: the moment that `24h` means moves with the clock.
 */
export function askHash(
  ask: Pick<SearchRequest, 'sort' | 'group'> & {
    query: string;
    timeZone: string;
    match: Match;
    lastWordIsPrefix: boolean;
    within: Within | null;
  },
  reach: Reach,
): string {
  const parts = [ask.query, ask.timeZone, ask.sort, ask.group, ask.match, ask.lastWordIsPrefix, ask.within, reach];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** A cursor names no row and has no nonce: it goes on working when its row is gone, and the same page gives the same bytes. */
export async function writeCursor(engine: Engine, hash: string, after: After): Promise<string> {
  const { score, timeMs, sessionKey, sessionId, position } = after.order;
  const body = JSON.stringify([hash, score, timeMs, sessionKey, sessionId, position, after.newestMs, after.match]);
  const encoded = Buffer.from(body).toString('base64url');
  return `${encoded}.${await engine.sign(`cursor\n${encoded}`)}`;
}

/** Throws `bad-input` when the cursor is not ours, or belongs to another query or reader. */
export async function readCursor(engine: Engine, hash: string, cursor: string): Promise<After> {
  const [encoded = '', signature = '', ...more] = cursor.split('.');
  const expected = Buffer.from(await engine.sign(`cursor\n${encoded}`));
  const given = Buffer.from(signature);
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) throw foreignCursor();
  const [forHash, score, timeMs, sessionKey, sessionId, position, newestMs, match] = searchCursorPayload.parse(
    JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')),
  );
  if (forHash !== hash) throw foreignCursor();
  return { order: { score, timeMs, sessionKey, sessionId, position }, newestMs, match };
}

function foreignCursor(): AppError {
  return new AppError('bad-input', 'This cursor does not belong to this search. Start again without a cursor.');
}
