import {
  EXPORT_ROWS_MAX,
  type ExportTable,
  type SessionListExportInput,
  sessionListExportInput,
} from '../contract/export.ts';
import { SESSION_PAGE_MAX, type SessionListReply, type ShownSession } from '../contract/session.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { exportStamp } from './export-head.ts';
import { type Column, exportTable } from './export-table.ts';
import { listSessions } from './list-sessions.ts';

const COLUMNS: readonly Column<ShownSession>[] = [
  ['session id', (session) => session.sessionId],
  ['session key', (session) => session.sessionKey],
  ['title', (session) => session.title],
  ['agent', (session) => session.agentId],
  ['kind', (session) => session.kind],
  ['format', (session) => session.format],
  ['owner', (session) => session.ownerEmail],
  ['label', (session) => session.label],
  ['project', (session) => session.project],
  ['model', (session) => session.model],
  ['messages', (session) => session.messages],
  ['records', (session) => session.entries],
  ['first message', (session) => (session.firstTimeMs === null ? null : exportStamp(session.firstTimeMs))],
  ['last message', (session) => (session.lastTimeMs === null ? null : exportStamp(session.lastTimeMs))],
  ['parent session id', (session) => session.parentSessionId],
  ['archived', (session) => session.isArchived],
  ['incognito', (session) => session.isIncognito],
];

/** The sessions of a list as CSV, at most `EXPORT_ROWS_MAX`, in the list's order. Throws as `listSessions`. */
export async function exportSessionList(scope: ReadScope, input: SessionListExportInput): Promise<ExportTable> {
  const ask = sessionListExportInput.parse(input);
  const rows: ShownSession[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && rows.length < EXPORT_ROWS_MAX) {
    const page: SessionListReply = await listSessions(scope, {
      ...ask,
      limit: Math.min(SESSION_PAGE_MAX, EXPORT_ROWS_MAX - rows.length),
      ...(cursor === undefined ? {} : { cursor }),
    });
    rows.push(...page.sessions);
    cursor = page.nextCursor;
  }
  return exportTable(scope, { name: 'sessions.csv', columns: COLUMNS, rows, isCut: cursor !== null });
}
