'use client';

import type { Branch, OutlineReply } from '../../../../server/contract/history.ts';
import { currentRow, findRow, placed, rowsInView } from './rows-in-view.ts';
import { stepHits } from './step-hits.ts';
import type { useFind } from './use-find.ts';
import type { Aim, Move, Place } from './use-place.ts';

type Reading = {
  readonly place: Place;
  readonly move: (move: Move) => void;
  readonly outline: OutlineReply['items'];
  readonly find: ReturnType<typeof useFind>;
};

const FIRST: Aim = { to: 'first', topPx: null, takesFocus: false };
const LAST: Aim = { to: 'last', topPx: null, takesFocus: false };

/** What a reader can do: go to a message, a prompt, a hit, an end, another branch; show or hide tools. */
export function useReading({ place, move, outline, find }: Reading) {
  const { params } = place;

  const openMessage = (messageId: string, takesFocus = true): void => {
    const aim: Aim = { to: { messageId }, topPx: null, takesFocus };
    // What is in the document is only brought into view.
    if (findRow(messageId) !== null) move({ params: { at: messageId }, aim });
    else move({ params: { at: messageId }, start: { at: 'message', messageId }, aim });
  };

  /** The same place under other params: what one reads stays at its height. */
  const holdPlace = (changed: Partial<Place['params']>): void => {
    const row = rowWithText();
    if (row === null) return move({ params: changed, start: { at: 'tail' }, aim: LAST });
    const { messageId, topPx } = placed(row);
    move({
      params: changed,
      start: { at: 'message', messageId },
      aim: { to: { messageId }, topPx, takesFocus: false },
    });
  };

  const stepHit = async (by: 1 | -1, takesFocus = true): Promise<void> => {
    if (params.q === '') return;
    const from = here();
    const isKnown = !find.hasMore || find.hits.some(({ messageId }) => messageId === from?.messageId);
    const known = isKnown ? stepHits(find.hits, from, by) : null;
    const hit = known ?? (find.hasMore ? await find.near(params.q, from, by) : null);
    if (hit !== null) openMessage(hit.messageId, takesFocus);
  };

  /** The first hit from where one reads on; the last one when there is none behind. */
  const search = async (words: string): Promise<void> => {
    if (words === params.q) return stepHit(1, false);
    const from = here();
    const hit = words === '' ? null : ((await find.near(words, from, 1)) ?? (await find.near(words, from, -1)));
    if (hit === null) return holdPlace({ q: words });
    const { messageId } = hit;
    move({
      params: { q: words, at: messageId },
      start: { at: 'message', messageId },
      aim: { to: { messageId }, topPx: null, takesFocus: false },
    });
  };

  const stepPrompt = (by: 1 | -1): void => {
    const prompts = outline.filter(({ kind }) => kind === 'prompt');
    const prompt = stepHits(prompts, here(), by);
    if (prompt !== null) openMessage(prompt.messageId);
  };

  /** Shown from where the two part, which stays where it stands. Null is the active branch where it is not known. */
  const showBranch = (branch: Branch | null): void => {
    const leaf = branch === null || branch.isActive ? null : branch.leaf;
    const at = branch?.leavesAt ?? null;
    const row = at === null ? null : findRow(at);
    move({
      params: { branch: leaf, at },
      start: at === null ? { at: 'tail' } : { at: 'message', messageId: at },
      aim: at === null ? LAST : { to: { messageId: at }, topPx: row && placed(row).topPx, takesFocus: false },
      isStep: true,
    });
  };

  const goFirst = (): void => move({ params: { at: null }, start: { at: 'start' }, aim: FIRST });
  const goLast = (): void => move({ params: { at: null }, start: { at: 'tail' }, aim: LAST });
  const toggleTools = (): void => holdPlace({ tools: !params.tools });

  return { openMessage, stepHit, search, stepPrompt, showBranch, goFirst, goLast, toggleTools };
}
export type ReadingActions = ReturnType<typeof useReading>;

/** Where one reads, as a place among hits. */
function here() {
  const row = currentRow();
  return row === null ? null : { messageId: placed(row).messageId, timestamp: Number(row.dataset['time']) };
}

/** A row that is there whether tools are shown or not. */
function rowWithText(): HTMLElement | null {
  const isInAnyView = (row: HTMLElement): boolean =>
    row.matches('.message-user, .message-assistant, .message-boundary');
  const rows = rowsInView(40).flatMap(({ messageId }) => findRow(messageId) ?? []);
  return rows.find(isInAnyView) ?? null;
}
