import {
  type HistoryInput,
  type HistoryMessage,
  type HistoryPage,
  type HistoryReply,
  type HistoryRequest,
  type HistoryRow,
  historyInput,
  NO_MESSAGES,
} from '../contract/history.ts';
import type { TextNode } from '../contract/query.ts';
import { AppError } from '../errors.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { highlight, readHighlight } from './highlights.ts';
import { toHistoryPart } from './history-part.ts';

/**
 * A page of a session: around an anchor, beside a cursor, the first or the newest messages. Cursors are message ids. An anchor that
 * is missing or off the branch gives an empty page with the reason, never the tail. Throws `not-found`.
 */
export async function getHistory(scope: ReadScope, input: HistoryInput): Promise<HistoryReply> {
  const ask = historyInput.parse(input);
  const from = startOf(ask);
  const session = await getSession(scope, ask.session);
  const page = await scope.engine.history(scope.reach, {
    sessionId: session.id,
    branch: ask.branch ?? null,
    limit: ask.limit,
    includesTools: ask.includeTools,
    ...(ask.role === undefined ? {} : { role: ask.role }),
    from,
  });
  const wanted = readHighlight(ask.highlight);
  const messages = page.rows.map((row) => toMessage(row, wanted, ask.partText ?? null)).filter(isWorthShowing);
  return {
    sessionKey: session.sessionKey,
    sessionId: session.sessionId,
    title: session.title,
    messages,
    anchor:
      from.at === 'anchor' ? (messages.find(({ messageId }) => messageId === from.messageId)?.messageId ?? null) : null,
    reason: REASONS[page.emptyReason ?? 'none'],
    isClosedInterval: page.isClosedInterval,
    contentRedacted: messages.some(isRedacted),
    before: page.hasOlder ? (page.rows.at(0)?.messageId ?? null) : null,
    after: page.hasNewer ? (page.rows.at(-1)?.messageId ?? null) : null,
  };
}

const REASONS: Record<NonNullable<HistoryPage['emptyReason']> | 'none', string | null> = {
  'anchor-missing': 'This session holds no such message.',
  'anchor-off-branch': 'This message is not on the branch that is shown. Ask for its branch to read it.',
  'branch-missing': 'This session holds no such branch.',
  'no-messages': NO_MESSAGES,
  none: null,
};

function startOf(ask: {
  around?: string | undefined;
  start?: true | undefined;
  before?: string | undefined;
  after?: string | undefined;
}): HistoryRequest['from'] {
  const given = [ask.around, ask.start, ask.before, ask.after].filter((each) => each !== undefined);
  if (given.length > 1) throw new AppError('bad-input', 'Give one of around, start, before and after, not several.');
  if (ask.start !== undefined) return { at: 'start' };
  if (ask.around !== undefined) return { at: 'anchor', messageId: ask.around };
  if (ask.before !== undefined) return { at: 'before', messageId: ask.before };
  return ask.after === undefined ? { at: 'tail' } : { at: 'after', messageId: ask.after };
}

/** With tools a row may hold nothing but what history drops, such as reasoning. Boundaries are drawn whatever they hold. */
function isWorthShowing({ kind, text, parts }: HistoryMessage): boolean {
  return text !== '' || parts.length > 0 || kind === 'compaction' || kind === 'reset' || kind === 'branch-summary';
}

function isRedacted({ redactions, parts }: HistoryMessage): boolean {
  return redactions.length > 0 || parts.some((part) => part.type !== 'image' && part.isRedacted === true);
}

function toMessage(row: HistoryRow, wanted: TextNode | null, partText: number | null): HistoryMessage {
  const { text, redactions, highlights } = highlight(row.text, row.masks, wanted);
  return {
    messageId: row.messageId,
    kind: row.kind,
    role: row.role,
    timestamp: row.timeMs,
    text,
    redactions,
    model: row.model,
    highlights,
    parts: row.parts.map((part) => toHistoryPart(part, partText)),
  };
}
