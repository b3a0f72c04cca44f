import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { TextNode } from '../../contract/query.ts';
import { type Hit, SNIPPET_MAX } from '../../contract/search.ts';
import type { SessionKind } from '../../contract/transcript.ts';
import { matchSpans } from '../../text/match-spans.ts';
import { cutSnippet } from '../../text/snippet.ts';
import { newestMessageBelow } from './branches.ts';
import type { Placed } from './candidates.ts';
import { parseMasks } from './masks.ts';
import type { Connection } from './open.ts';
import { firstRow } from './rows.ts';
import { visibleSession } from './visible.ts';

type HitRow = {
  native_id: string;
  window_id: number;
  role: 'user' | 'assistant';
  text: string;
  masks: string | null;
  is_active: number;
  title: string | null;
  agent_id: string;
  kind: SessionKind;
};

type Ask = { readonly page: readonly Placed[]; readonly text: TextNode | null; readonly reach: Reach };

/** Reads what a page of hits shows. The snippet is cut from the whole text, which is redacted as it is stored. */
export function readHits(connection: Connection, ask: Ask): readonly Hit[] {
  return ask.page.flatMap((placed) => {
    const row = readRow(connection, ask.reach, placed);
    return row === null ? [] : [toHit(connection, { placed, row, text: ask.text })];
  });
}

function readRow(connection: Connection, reach: Reach, placed: Placed): HitRow | null {
  return firstRow<HitRow>(
    connection,
    sql`SELECT e.native_id, e.window_id, e.role, e.text, e.masks, e.is_active, s.title, a.agent_id, s.kind
      FROM entry e JOIN session s ON s.id = e.session_id JOIN agent a ON a.id = s.agent_ref
      WHERE e.id = ${placed.id} AND ${visibleSession(reach)}`,
  );
}

function toHit(connection: Connection, found: { placed: Placed; row: HitRow; text: TextNode | null }): Hit {
  const { placed, row, text } = found;
  const spans = text === null ? [] : matchSpans(row.text, text);
  const cut = cutSnippet({ text: row.text, spans, masks: parseMasks(row.masks), maxLength: SNIPPET_MAX });
  return {
    sessionKey: placed.sessionKey,
    sessionId: placed.sessionId,
    messageId: row.native_id,
    timestamp: placed.timeMs,
    role: row.role,
    snippet: cut.snippet,
    highlights: cut.highlights,
    score: placed.score,
    title: row.title,
    agentId: row.agent_id,
    kind: row.kind,
    ...(placed.matchesInSession === undefined ? {} : { matchesInSession: placed.matchesInSession }),
    ...(row.is_active === 1
      ? {}
      : { branch: newestMessageBelow(connection, row.window_id, placed.position) ?? row.native_id }),
  };
}
