import type { HistoryRequest, HistoryRow } from '../contract/history.ts';
import type { RecordPart } from '../contract/history-part.ts';
import type { SessionSummary } from '../contract/session.ts';
import type { EntryKind } from '../contract/transcript.ts';
import { renderMasks } from '../text/render-masks.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { maskSecrets } from './export-mask.ts';
import { wentMeanwhile } from './export-records.ts';
import { noSuchBranch } from './no-such-branch.ts';

/** A row of a branch as a file shows it: redacted, with its parts in full. */
export type ExportedMessage = Pick<HistoryRow, 'kind' | 'role' | 'timeMs' | 'text' | 'model' | 'parts'>;

/** Rows of one reading. With tools a page is also bounded in bytes, so memory is too, whatever a message holds. */
const ROWS_A_PAGE = 150;
const ARE_TOOLS: ReadonlySet<EntryKind> = new Set(['tool-result', 'injected']);

/** Id of a branch's first entry; null when the session shows nothing. Throws `not-found` when the branch is not there. */
export async function findBranchStart(
  { engine, reach }: ReadScope,
  { id: sessionId }: SessionSummary,
  branch: string | null,
): Promise<string | null> {
  const tree = await engine.branchTree(reach, { sessionId, branch });
  if (tree === null) throw noSuchBranch();
  const [place] = tree.path;
  if (place === undefined) return null;
  const [glance] = await engine.glances(reach, { sessionId, windowId: tree.windowId, places: [place] });
  if (glance === undefined) throw wentMeanwhile();
  return glance.messageId;
}

export type MessagesAsk = {
  readonly session: SessionSummary;
  readonly branch: string | null;
  /** As `findBranchStart` gives it. */
  readonly start: string | null;
  readonly includeTools: boolean;
};

/**
 * The messages and boundaries of a branch, oldest first, through all its resets. Reads a page at a time. Throws `gone`
 * when the session goes, or is hidden, before its end.
 */
export async function* exportMessages(
  { engine, reach }: ReadScope,
  ask: MessagesAsk,
): AsyncGenerator<ExportedMessage, void, undefined> {
  if (ask.start === null) return;
  const request = { sessionId: ask.session.id, branch: ask.branch, limit: ROWS_A_PAGE, includesTools: true };
  let from: HistoryRequest['from'] | null = { at: 'anchor', messageId: ask.start };
  while (from !== null) {
    const page: Awaited<ReturnType<typeof engine.history>> = await engine.history(reach, { ...request, from });
    if (page.emptyReason !== null && page.emptyReason !== 'no-messages') throw wentMeanwhile();
    for (const row of page.rows) {
      const message = toMessage(row, ask.includeTools);
      if (isWorthShowing(message) && (ask.includeTools || !ARE_TOOLS.has(row.kind))) yield message;
    }
    // A reset ends the interval that is read, and behind it the next one begins.
    const last = page.hasNewer || page.isClosedInterval ? page.rows.at(-1) : undefined;
    from = last === undefined ? null : { at: 'after', messageId: last.messageId };
  }
}

/** The stored text is redacted, but not what escapes hide in it; parts come as they are in the record. */
function toMessage(row: HistoryRow, includeTools: boolean): ExportedMessage {
  return {
    kind: row.kind,
    role: row.role,
    timeMs: row.timeMs,
    text: maskSecrets(renderMasks(row.text, row.masks).text),
    model: row.model === null ? null : maskSecrets(row.model),
    parts: includeTools ? row.parts.map(maskPart) : [],
  };
}

/** Names and ids are data of the file too. */
function maskPart(part: RecordPart): RecordPart {
  switch (part.type) {
    case 'call':
      return { ...part, callId: maskId(part.callId), name: maskSecrets(part.name), text: maskSecrets(part.text) };
    case 'result':
      return { ...part, callId: maskId(part.callId), text: maskSecrets(part.text) };
    case 'injected':
      return { ...part, text: maskSecrets(part.text) };
    case 'image':
      return { ...part, mediaType: maskSecrets(part.mediaType) };
  }
}

function maskId(id: string | null): string | null {
  return id === null ? null : maskSecrets(id);
}

/** Rows of bare reasoning hold nothing that leaves. Boundaries are drawn whatever they hold. */
function isWorthShowing({ kind, text, parts }: ExportedMessage): boolean {
  return text !== '' || parts.length > 0 || kind === 'compaction' || kind === 'reset' || kind === 'branch-summary';
}
