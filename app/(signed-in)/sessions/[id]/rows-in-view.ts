/** Rows of the column as they stand in the window: each element that carries `data-row`, the id of its message. */

const UPPER_PART = 0.22;

export type PlacedRow = { readonly messageId: string; readonly topPx: number };

/** Pixels from the top of the window that the bars above the column cover. */
export function coveredPx(): number {
  const head = document.querySelector('.history-head');
  return head !== null && getComputedStyle(head).position === 'sticky' ? head.getBoundingClientRect().bottom : 0;
}

/** Where what is aimed at goes: in the upper third of what is not covered. */
export function aimPx(): number {
  const covered = coveredPx();
  return Math.round(covered + (window.innerHeight - covered) * UPPER_PART);
}

function rows(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-row]')];
}

/** The row of a message, or the line that shows its result. */
export function findRow(messageId: string): HTMLElement | null {
  const name = CSS.escape(messageId);
  return document.querySelector<HTMLElement>(`[data-row="${name}"], [data-result="${name}"]`);
}

/** Index of the first row that ends below a height of the window. */
function firstBelow(all: readonly HTMLElement[], topPx: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.getBoundingClientRect().bottom ?? 0) > topPx) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first rows in view and their places, the topmost first. */
export function rowsInView(count: number): readonly PlacedRow[] {
  const all = rows();
  const first = firstBelow(all, coveredPx() + 1);
  return all.slice(first, first + count).map(placed);
}

/** The row that is being read: the focused or the anchored one while it is in view, else the one where an aim goes. */
export function currentRow(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-row]');
  const anchored = document.querySelector<HTMLElement>('.message-anchor');
  return [focused, anchored].find((row) => row && isInView(row)) ?? rowAtAim();
}

function rowAtAim(): HTMLElement | null {
  const all = rows();
  const line = aimPx() + 1;
  return all[firstBelow(all, line)] ?? all.at(-1) ?? null;
}

/** Unix milliseconds of the message where an aim goes. */
export function timeAtAim(): number | null {
  const time = rowAtAim()?.dataset['time'];
  return time === undefined ? null : Number(time);
}

export function isInView(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > coveredPx() && top < window.innerHeight;
}

/** The row `by` rows away from another one; `selector` leaves out those that do not match. */
export function neighbourRow(from: HTMLElement, by: 1 | -1, selector = '[data-row]'): HTMLElement | null {
  const all = rows();
  for (let at = all.indexOf(from) + by; at >= 0 && at < all.length; at += by) {
    const row = all[at];
    if (row?.matches(selector)) return row;
  }
  return null;
}

export function placed(row: HTMLElement): PlacedRow {
  return { messageId: row.dataset['row'] ?? '', topPx: row.getBoundingClientRect().top };
}

/** Brings a row to a height of the window; without one to the upper third, or its first hit where that lies far below. */
export function showRow(row: HTMLElement, topPx: number | null): void {
  const aim = topPx ?? aimPx();
  const { top } = row.getBoundingClientRect();
  const mark = topPx === null ? row.querySelector('mark') : null;
  const markTop = mark?.getBoundingClientRect().top ?? top;
  const isFar = markTop - top > window.innerHeight - aim - 80;
  window.scrollBy({ top: (isFar ? markTop : top) - aim, behavior: 'instant' });
}
