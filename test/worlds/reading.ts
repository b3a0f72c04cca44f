/** What plain arrays say of a session that is opened: which messages a page, an outline or an export of it holds. */
import type { AskFor } from './asks.ts';
import { messageId } from './cast.ts';
import type { WorldSession } from './world.ts';

/** From the root to the leaf; null when there is no such leaf. */
export function pathOf({ entries, leaf }: WorldSession, branch: string | null): readonly number[] | null {
  const path: number[] = [];
  const from = branch === null ? leaf : placeOf(branch);
  if (entries[from] === undefined) return null;
  for (let at = from; at >= 0; at -= entries[at]?.back ?? 1) path.push(at);
  return path.toReversed();
}

export function activeIndexes(session: WorldSession): ReadonlySet<number> {
  return new Set(pathOf(session, null));
}

export function placeOf(id: string): number {
  return Number(id.slice(1));
}

/** Message ids of a page of history. */
export function expectedPage(session: WorldSession, ask: AskFor<'history'>): readonly string[] {
  const path = pathOf(session, ask.branch);
  if (path === null) return [];
  const rows = path.filter((index) => isOnPage(session, index, ask));
  return window(rows, { ...ask, path })
    .filter((index) => holdsText(session, index) || session.entries[index]?.kind === 'tool-result')
    .map(messageId);
}

function holdsText({ entries }: WorldSession, index: number): boolean {
  return (entries[index]?.words.length ?? 0) > 0;
}

/** With tools, a message without a word of its own counts too, since it may hold a call. */
function isOnPage(session: WorldSession, index: number, ask: AskFor<'history'>): boolean {
  const entry = session.entries[index];
  if (entry?.kind === 'tool-result') return ask.includeTools && ask.role === null;
  const isOfRole = ask.role === null || (entry?.isUser === true ? 'user' : 'assistant') === ask.role;
  return isOfRole && (ask.includeTools || holdsText(session, index));
}

type Window = Pick<AskFor<'history'>, 'from' | 'limit'> & { readonly path: readonly number[] };

function window(rows: readonly number[], { from, limit, path }: Window): readonly number[] {
  if (from === null) return rows.slice(-limit);
  if (from.at === 'start') return rows.slice(0, limit);
  const point = path.indexOf(placeOf(from.messageId));
  if (point === -1) return [];
  const older = rows.filter((index) => path.indexOf(index) < point);
  const newer = rows.filter((index) => path.indexOf(index) >= point);
  if (from.at === 'before') return older.slice(-limit);
  if (from.at === 'after') return newer.filter((index) => path[point] !== index).slice(0, limit);
  return growBothWays({ older: older.toReversed(), newer, limit });
}

/** The anchor, then one on each side in turn, the newer first; where one side ends, the other goes on. */
function growBothWays(from: { older: readonly number[]; newer: readonly number[]; limit: number }): readonly number[] {
  const [older, newer] = [[...from.older], [...from.newer]];
  const page = newer.splice(0, 1);
  for (let turn = 0; page.length < from.limit && older.length + newer.length > 0; turn += 1) {
    const side = turn % 2 === 0 ? newer : older;
    page.push(...side.splice(0, 1));
  }
  return page.toSorted((a, b) => a - b);
}

/** Prompts of a branch, and the number of its messages. */
export function expectedOutline(session: WorldSession, branch: string | null): readonly string[] {
  const said = (pathOf(session, branch) ?? []).filter(
    (index) => holdsText(session, index) && session.entries[index]?.kind === 'message',
  );
  const prompts = said.filter((index) => session.entries[index]?.isUser === true);
  return [...prompts.map(messageId), `of ${said.length}`];
}
