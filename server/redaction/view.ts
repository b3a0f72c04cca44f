/** A stretch of the original, in UTF-16 units, `end` exclusive, that a view shows as one other character, or leaves out. */
export type Edit = { readonly start: number; readonly end: number; readonly replacement: string };

type Segment = { readonly viewAt: number; readonly start: number; readonly end: number; readonly isEdit: boolean };

/** A copy of a text that is read in its place, and the way back from its offsets to those of the original. */
export type View = {
  readonly text: string;
  /** The stretch of the original that shows as `[start, end)`, which must not be empty. */
  readonly toOriginal: (start: number, end: number) => { readonly start: number; readonly end: number };
  /** The parts of the original that `[start, end)` shows: what was left out is no part. */
  readonly partsOf: (start: number, end: number) => readonly { readonly start: number; readonly end: number }[];
  /** True when anything in `[start, end)` was replaced or left out. */
  readonly isEdited: (start: number, end: number) => boolean;
};

/** A view shows this much around each edit: with a wall in front, enough for what names a secret, and for the secret. */
const REACH_BEFORE = 2048;
const REACH_AFTER = 8192;
/** Stands between windows; no rule reads across it. */
const WALL = '\uFFFD';

/**
 * Shows the surroundings of each edit of `around` with all of `edits` applied. Both are in ascending order and do not
 * overlap. It is never much longer than the text, however many edits there are.
 */
export function makeView(text: string, edits: readonly Edit[], around: readonly Edit[]): View {
  const pieces: string[] = [];
  const segments: Segment[] = [];
  let length = 0;
  let next = 0;
  const show = (shown: string, segment: Omit<Segment, 'viewAt'>): void => {
    segments.push({ viewAt: length, ...segment });
    pieces.push(shown);
    length += shown.length;
  };
  for (const { start, end } of windowsAround(around, text.length)) {
    let at = start;
    while ((edits[next]?.start ?? end) < start) next += 1;
    for (let edit = edits[next]; edit !== undefined && edit.end <= end; edit = edits[next]) {
      if (edit.start > at) show(text.slice(at, edit.start), { start: at, end: edit.start, isEdit: false });
      show(edit.replacement, { start: edit.start, end: edit.end, isEdit: true });
      at = edit.end;
      next += 1;
    }
    if (end > at) show(text.slice(at, end), { start: at, end, isEdit: false });
    show(WALL, { start: end, end, isEdit: false });
  }
  return viewOf(pieces.join(''), segments);
}

function windowsAround(edits: readonly Edit[], length: number): readonly { start: number; end: number }[] {
  const windows: { start: number; end: number }[] = [];
  for (const edit of edits) {
    const start = Math.max(0, edit.start - REACH_BEFORE);
    const end = Math.min(length, edit.end + REACH_AFTER);
    const last = windows.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else windows.push({ start, end });
  }
  return windows;
}

function viewOf(text: string, segments: readonly Segment[]): View {
  const edits = segments.filter(({ isEdit }) => isEdit);
  const partsOf = (start: number, end: number): { start: number; end: number }[] => {
    const parts: { start: number; end: number }[] = [];
    for (let at = firstFrom(segments, start + 1) - 1; at < segments.length; at += 1) {
      const segment = segments[at];
      if (segment === undefined || segment.viewAt >= end) break;
      const part = partOf(segment, { start, end, viewEnd: segments[at + 1]?.viewAt ?? text.length });
      if (part !== null) parts.push(part);
    }
    return parts;
  };
  return {
    text,
    partsOf,
    toOriginal(start, end) {
      const parts = partsOf(start, end);
      return { start: parts.at(0)?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
    },
    isEdited: (start, end) => (edits[firstFrom(edits, start)]?.viewAt ?? end) < end,
  };
}

/** A replaced stretch counts whole, one that was left out not at all. */
function partOf(
  { viewAt, start, end, isEdit }: Segment,
  shown: { readonly start: number; readonly end: number; readonly viewEnd: number },
): { start: number; end: number } | null {
  if (viewAt === shown.viewEnd || shown.viewEnd <= shown.start) return null;
  if (isEdit) return { start, end };
  return {
    start: start + Math.max(0, shown.start - viewAt),
    end: Math.min(end, start + shown.end - viewAt),
  };
}

/** The index of the first segment that stands at `viewAt` or behind it. */
function firstFrom(segments: readonly Segment[], viewAt: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.viewAt ?? 0) < viewAt) low = middle + 1;
    else high = middle;
  }
  return low;
}
