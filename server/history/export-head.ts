import type { SessionSummary } from '../contract/session.ts';
import type { EntryKind, EntryRole } from '../contract/transcript.ts';
import { maskSecrets } from './export-mask.ts';
import type { ExportedMessage } from './export-messages.ts';

/** What stands above an exported session: redacted, not escaped. */
export type ExportHead = {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
};

export function exportHead(session: SessionSummary, branch: string | null): ExportHead {
  const facts: readonly (readonly [string, string | null])[] = [
    ['Session', session.sessionKey],
    ['Agent', session.agentId],
    ['Kind', session.kind],
    ['Format', session.format],
    ['Owner', session.ownerEmail],
    ['Project', session.project],
    ['Label', session.label],
    ['Model', session.model],
    ['First message', session.firstTimeMs === null ? null : exportTime(session.firstTimeMs)],
    ['Last message', session.lastTimeMs === null ? null : exportTime(session.lastTimeMs)],
    ['Branch', branch ?? 'the active one'],
  ];
  return {
    title: readable(maskSecrets(session.title ?? session.sessionKey)),
    facts: facts.flatMap(([name, value]) => (value === null ? [] : [[name, readable(maskSecrets(value))] as const])),
  };
}

/** `2026-11-01 12:00:00 UTC` */
export function exportTime(timeMs: number): string {
  return `${exportStamp(timeMs).slice(0, 19).replace('T', ' ')} UTC`;
}

/** ISO 8601, UTC. */
export function exportStamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

const SPEAKERS: Record<EntryRole, string> = { user: 'User', assistant: 'Assistant', tool: 'Tool', system: 'System' };
const BOUNDARIES: Partial<Record<EntryKind, string>> = {
  compaction: 'Compaction: from here on the model saw a summary of what lies before',
  reset: 'Reset: a new conversation begins here',
  'branch-summary': 'Summary of an abandoned branch',
};

/** Null for a message. */
export function boundaryName({ kind }: Pick<ExportedMessage, 'kind'>): string | null {
  return BOUNDARIES[kind] ?? null;
}

export function speakerOf({ role }: Pick<ExportedMessage, 'role'>): string {
  return role === null ? 'Message' : SPEAKERS[role];
}

/**
 * Text as a file for reading may hold it: line ends are line feeds, other control characters are U+FFFD, and marks that
 * turn the direction of what follows are written out, `[U+202E]`.
 */
export function readable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '\uFFFD')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`);
}
