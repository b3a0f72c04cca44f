import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import { type Hit, SNIPPET_MAX } from '../../contract/search.ts';
import type { SessionKind } from '../../contract/transcript.ts';
import type { Span } from '../../text/match-spans.ts';
import { cutSnippet } from '../../text/snippet.ts';
import { newestMessageBelow } from './branches.ts';
import type { Placed } from './candidates.ts';
import { parseMasks } from './masks.ts';
import type { Connection } from './open.ts';
import { allRows } from './rows.ts';
import { visibleSession } from './visible.ts';

type HitRow = {
  id: number;
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

type Ask = {
  readonly page: readonly Placed[];
  readonly reach: Reach;
  /** Where a text matches: what is marked, and what the snippet is cut around. */
  readonly spansOf: (text: string) => readonly Span[];
};

/** Reads what a page of hits shows. The snippet is cut from the whole text, which is redacted as it is stored. */
export function readHits(connection: Connection, ask: Ask): readonly Hit[] {
  const rows = new Map(readRows(connection, ask).map((row) => [row.id, row]));
  return ask.page.flatMap((placed) => {
    const row = rows.get(placed.id);
    return row === undefined ? [] : [toHit(connection, { placed, row, spans: ask.spansOf(row.text) })];
  });
}

function readRows(connection: Connection, { page, reach }: Ask): readonly HitRow[] {
  return allRows<HitRow>(
    connection,
    sql`SELECT e.id, e.native_id, e.window_id, e.role, e.text, e.masks, e.is_active, s.title, a.agent_id, s.kind
      FROM json_each(${JSON.stringify(page.map((placed) => placed.id))}) shown
        JOIN entry e ON e.id = shown.value JOIN session s ON s.id = e.session_id JOIN agent a ON a.id = s.agent_ref
      WHERE ${visibleSession(reach)}`,
  );
}

function toHit(connection: Connection, found: { placed: Placed; row: HitRow; spans: readonly Span[] }): Hit {
  const { placed, row, spans } = found;
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
