import type { Branch, HistoryMessage } from '../../../../server/contract/history.ts';
import type { ShownSession } from '../../../../server/contract/session.ts';
import { type PartLine, pairTools } from '../../../_parts/tool-pairs.ts';

export type HistoryItem =
  | { readonly type: 'day'; readonly key: string; readonly timeMs: number }
  | {
      readonly type: 'message';
      readonly key: string;
      readonly message: HistoryMessage;
      readonly lines: readonly PartLine[];
    }
  | { readonly type: 'boundary'; readonly key: string; readonly message: HistoryMessage }
  | { readonly type: 'branch'; readonly key: string; readonly branch: Branch }
  | { readonly type: 'child'; readonly key: string; readonly child: ShownSession };

type Loaded = {
  /** In the order of the branch. */
  readonly messages: readonly HistoryMessage[];
  readonly branches: readonly Branch[];
  readonly children: readonly ShownSession[];
  /** Whether the first and the last message of the branch are among them. */
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
  /** Names the viewer's calendar day of a time. */
  readonly dayOf: (timeMs: number) => string;
};

/** What stands in the column, top to bottom: days, messages, boundaries, where branches leave, sub-agents at their start. */
export function layOutRows(loaded: Loaded): readonly HistoryItem[] {
  const lines = pairTools(loaded.messages);
  const children = childQueue(loaded);
  const items: HistoryItem[] = [];
  let day: string | null = null;
  if (loaded.hasStart) items.push(...branchesAt(loaded, null));
  for (const message of loaded.messages) {
    items.push(...children.before(message.timestamp));
    const row = toRow(message, lines.get(message.messageId) ?? []);
    const rowDay = loaded.dayOf(message.timestamp);
    if (row !== null && rowDay !== day) items.push({ type: 'day', key: `day ${row.key}`, timeMs: message.timestamp });
    if (row !== null) {
      items.push(row);
      day = rowDay;
    }
    items.push(...branchesAt(loaded, message.messageId));
  }
  if (loaded.hasEnd) items.push(...children.before(Number.POSITIVE_INFINITY));
  return items;
}

/** Null for a message of which nothing is left to show: its results stand with their calls. */
function toRow(message: HistoryMessage, lines: readonly PartLine[]): (HistoryItem & { key: string }) | null {
  const { kind, messageId } = message;
  if (kind === 'compaction' || kind === 'reset' || kind === 'branch-summary') {
    return { type: 'boundary', key: messageId, message };
  }
  return message.text === '' && lines.length === 0 ? null : { type: 'message', key: messageId, message, lines };
}

function branchesAt({ branches }: Loaded, messageId: string | null): readonly HistoryItem[] {
  return branches
    .filter(({ leavesAt }) => leavesAt === messageId)
    .map((branch) => ({ type: 'branch', key: `branch ${branch.leaf}`, branch }));
}

/** Sub-agents in the order in which they began; those from before the first loaded message come only at the start. */
function childQueue({ messages, children, hasStart }: Loaded) {
  const from = hasStart ? Number.NEGATIVE_INFINITY : (messages[0]?.timestamp ?? Number.POSITIVE_INFINITY);
  const waiting = children
    .flatMap((child) => (child.firstTimeMs === null ? [] : [{ child, startMs: child.firstTimeMs }]))
    .filter(({ startMs }) => startMs >= from)
    .toSorted((one, other) => one.startMs - other.startMs);
  let next = 0;
  const before = (timeMs: number): readonly HistoryItem[] => {
    const first = next;
    while ((waiting[next]?.startMs ?? Number.POSITIVE_INFINITY) < timeMs) next += 1;
    return waiting
      .slice(first, next)
      .map(({ child }) => ({ type: 'child', key: `child ${child.sessionId}`, child }) as const);
  };
  return { before };
}
