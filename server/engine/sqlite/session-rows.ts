import { type SQL, sql } from 'drizzle-orm';
import type { Reach, SessionId } from '../../contract/actor.ts';
import type { SessionSummary } from '../../contract/session.ts';
import type { FormatName, SessionKind } from '../../contract/transcript.ts';
import { visibleSession } from './visible.ts';

export type SessionRow = {
  id: number;
  public_id: string;
  session_key: string;
  agent_id: string;
  kind: string;
  format: string;
  email: string;
  title: string | null;
  label: string | null;
  project: string | null;
  model: string | null;
  parent_public_id: string | null;
  message_count: number;
  entry_count: number;
  first_time_ms: number | null;
  last_time_ms: number | null;
  archived_at_ms: number | null;
  is_incognito: number;
  children: number;
};

/** Columns and joins of a session summary. Parent and children come under the same predicate: hidden ones do not show. */
export function selectSessions(reach: Reach): SQL {
  return sql`SELECT s.id, s.public_id, s.session_key, a.agent_id, s.kind, s.format, p.email, s.title, s.label, s.project,
      s.model, (SELECT parent.public_id FROM session parent WHERE parent.id = s.parent_id AND ${visibleSession(reach, 'parent')}) AS parent_public_id,
      s.message_count, s.entry_count, s.first_time_ms, s.last_time_ms, s.archived_at_ms, s.is_incognito,
      (SELECT count(*) FROM session child WHERE child.parent_id = s.id AND ${visibleSession(reach, 'child')}) AS children
    FROM session s JOIN agent a ON a.id = s.agent_ref JOIN person p ON p.id = s.owner_id
    WHERE ${visibleSession(reach)}`;
}

export function toSummary(row: SessionRow): SessionSummary {
  return {
    id: row.id as SessionId,
    sessionId: row.public_id,
    sessionKey: row.session_key,
    agentId: row.agent_id,
    kind: row.kind as SessionKind,
    format: row.format as FormatName,
    ownerEmail: row.email,
    title: row.title,
    label: row.label,
    project: row.project,
    model: row.model,
    parentSessionId: row.parent_public_id,
    messages: row.message_count,
    entries: row.entry_count,
    firstTimeMs: row.first_time_ms,
    lastTimeMs: row.last_time_ms,
    isArchived: row.archived_at_ms !== null,
    isIncognito: row.is_incognito === 1,
    children: row.children,
  };
}
