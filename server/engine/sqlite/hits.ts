import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { HitRole } from '../../contract/query.ts';
import type { Redacted } from '../../contract/redaction.ts';
import { type Hit, SNIPPET_MAX } from '../../contract/search.ts';
import type { FormatName, SessionKind } from '../../contract/transcript.ts';
import { nearestSpans } from '../../text/nearest-spans.ts';
import { cutSnippet } from '../../text/snippet.ts';
import type { Span } from '../../text/span.ts';
import { recordReader } from './blocks.ts';
import { newestMessageBelow } from './branches.ts';
import type { ReadToolText } from './candidate-query.ts';
import type { Placed } from './candidates.ts';
import { parseMasks } from './masks.ts';
import type { Connection } from './open.ts';
import { allRows } from './rows.ts';
import { visibleSession } from './visible.ts';

type HitRow = {
  id: number;
  native_id: string;
  window_id: number;
  role: string | null;
  text: string;
  masks: string | null;
  is_active: number;
  title: string | null;
  agent_id: string;
  kind: SessionKind;
  format: FormatName;
  block_id: number;
  block_offset: number;
  byte_length: number;
};

type Ask = {
  readonly page: readonly Placed[];
  readonly reach: Reach;
  /** Where a text matches: what is marked, and what the snippet is cut around. */
  readonly spansOf: (text: string) => readonly Span[];
  /** Where tools are searched; null where messages are. */
  readonly tools: ToolsShown | null;
};

export type ToolsShown = {
  readonly readToolText: ReadToolText;
  /** Whether a text, as it is redacted today, is still a match: the index may have been written by older rules. */
  readonly holds: (text: string) => boolean;
};

/** Reads what a page of hits shows. The snippet is cut from the whole text, which is redacted as it is stored. */
export function readHits(connection: Connection, ask: Ask): readonly Hit[] {
  const rows = new Map(readRows(connection, ask).map((row) => [row.id, row]));
  const read = shownReader(connection, ask.tools);
  return ask.page.flatMap((placed) => {
    const row = rows.get(placed.id);
    const shown = row === undefined ? null : read(row);
    return row === undefined || shown === null ? [] : [toHit(connection, ask, { placed, row, shown })];
  });
}

function readRows(connection: Connection, { page, reach }: Ask): readonly HitRow[] {
  return allRows<HitRow>(
    connection,
    sql`SELECT e.id, e.native_id, e.window_id, e.role, e.text, e.masks, e.is_active, s.title, a.agent_id, s.kind,
        s.format, e.block_id, e.block_offset, e.byte_length
      FROM json_each(${JSON.stringify(page.map((placed) => placed.id))}) shown
        JOIN entry e ON e.id = shown.value JOIN session s ON s.id = e.session_id JOIN agent a ON a.id = s.agent_ref
      WHERE ${visibleSession(reach)}`,
  );
}

/** The text that a hit shows; null for what is no hit any more. */
function shownReader(connection: Connection, tools: ToolsShown | null): (row: HitRow) => Redacted | null {
  if (tools === null) return ({ text, masks }) => ({ text, masks: parseMasks(masks) });
  const read = recordReader(connection);
  return (row) => {
    const bytes = read({ blockId: row.block_id, offset: row.block_offset, byteLength: row.byte_length });
    const shown = tools.readToolText(row.format, bytes);
    return tools.holds(shown.text) ? shown : null;
  };
}

type FoundHit = { readonly placed: Placed; readonly row: HitRow; readonly shown: Redacted };

function toHit(connection: Connection, { spansOf, tools }: Ask, { placed, row, shown }: FoundHit): Hit {
  const cut = cutSnippet({ ...shown, spans: nearestSpans(shown.text, spansOf), maxLength: SNIPPET_MAX });
  return {
    sessionKey: placed.sessionKey,
    sessionId: placed.sessionId,
    messageId: row.native_id,
    timestamp: placed.timeMs,
    role: toHitRole(row.role),
    snippet: cut.snippet,
    highlights: cut.highlights,
    score: placed.score,
    title: row.title,
    agentId: row.agent_id,
    kind: row.kind,
    ...(placed.matchesInSession === undefined ? {} : { matchesInSession: placed.matchesInSession }),
    ...(tools === null ? {} : { inTools: true }),
    ...(row.is_active === 1
      ? {}
      : { branch: newestMessageBelow(connection, row.window_id, placed.position) ?? row.native_id }),
  };
}

function toHitRole(role: string | null): HitRole {
  return role === 'user' || role === 'assistant' ? role : 'tool';
}
