import { createHash } from 'node:crypto';
import type { RecordPart } from '../contract/history-part.ts';
import type { RecordOutline } from '../contract/transcript.ts';
import type { AppendEntry, Appended, AppendHeader, AppendPlace } from '../engine/append-port.ts';
import { redact } from '../redaction/redact.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { isMessage } from './count-transcript.ts';
import { KINDS_WITH_TEXT } from './new-entries.ts';
import { PROJECT_MAX, shownText, TITLE_MAX } from './save-header.ts';
import { toolText } from './tool-text.ts';

/** A record as its format read it. `text` and `parts` are not redacted yet. */
export type LiveEntry = {
  readonly id: string;
  readonly place: AppendPlace;
  readonly outline: RecordOutline;
  readonly text: string;
  readonly parts: readonly RecordPart[];
  readonly bytes: Uint8Array;
};

/** Title, opening and project are not redacted yet. */
export type LiveSession = Omit<AppendHeader, 'model'>;

/**
 * Appends entries to a session of the scope's own person, redacted, and shows them at once. All or nothing; those that are
 * stored already stay as they are. Throws as `appendEntries` of the engine.
 */
export async function appendEntries(
  scope: WriteScope,
  session: LiveSession,
  entries: readonly LiveEntry[],
): Promise<Appended> {
  const models = entries.flatMap(({ outline }) => (outline.role === 'assistant' ? (outline.model ?? []) : []));
  const header: AppendHeader = {
    ...session,
    title: shownText(session.title, TITLE_MAX),
    opening: shownText(session.opening, TITLE_MAX),
    project: shownText(session.project, PROJECT_MAX),
    model: models.at(-1) ?? null,
  };
  return scope.engine.appendEntries(scope.reach, scope.actor.person.id, { header, entries: entries.map(toEntry) });
}

function toEntry({ id, place, outline, text, parts, bytes }: LiveEntry): AppendEntry {
  const redacted = KINDS_WITH_TEXT.has(outline.kind) ? redact(text) : { text: '', masks: [] };
  return {
    nativeId: id,
    place,
    kind: outline.kind,
    role: outline.role,
    model: outline.model,
    timeMs: outline.timeMs !== null && Number.isFinite(outline.timeMs) ? outline.timeMs : null,
    text: redacted.text,
    masks: redacted.masks,
    isSearchable: outline.hasText && isMessage(outline) && redacted.text.trim() !== '',
    tools: toolText(outline.kind, () => parts),
    record: { bytes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 16) },
  };
}
