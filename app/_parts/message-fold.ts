/** Lines that a message shows before it folds, as a reading column breaks them. */
const LINES_SHOWN = 60;
/** Folding only a few more away would cost a press for nothing. */
const LINES_SLACK = 12;
const LINE_UNITS = 88;

export type Fold = { readonly shown: string; readonly lines: number };

/** The beginning of a long text, cut at a line end, and how many lines there are in all; null when it is short. */
export function foldText(text: string): Fold | null {
  let lines = 0;
  let cut: number | null = null;
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf('\n', at);
    const lineEnd = end === -1 ? text.length : end;
    lines += Math.max(1, Math.ceil((lineEnd - at) / LINE_UNITS));
    if (cut === null && lines >= LINES_SHOWN) cut = Math.min(lineEnd, at + LINES_SHOWN * LINE_UNITS);
    at = lineEnd + 1;
  }
  return cut === null || lines <= LINES_SHOWN + LINES_SLACK ? null : { shown: wholeUnits(text, cut), lines };
}

/** Never half of a surrogate pair. */
function wholeUnits(text: string, end: number): string {
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}
