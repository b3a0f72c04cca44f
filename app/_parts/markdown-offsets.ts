/** Where a piece of rendered text begins and ends in its source. UTF-16 units, end exclusive. */
export type SourceRange = { readonly start: number; readonly end: number };

/**
 * For each unit of `value`, its place in `source`: what Markdown drops (escapes, quote signs, indentation) is stepped
 * over. Ends early where the two part, as at an entity, so that nothing is ever marked in a wrong place.
 */
export function alignOffsets(source: string, range: SourceRange, value: string): readonly number[] {
  const places: number[] = [];
  let at = range.start;
  let isLineStart = source[at] === ' ';
  for (const unit of value.split('')) {
    while (at < range.end && !isSame(source[at], unit) && isDropped(source, at, { unit, isLineStart })) at += 1;
    if (at >= range.end || !isSame(source[at], unit)) break;
    places.push(at);
    isLineStart = unit === '\n' || (isLineStart && (unit === ' ' || unit === '\t' || unit === '>'));
    at += 1;
  }
  return places;
}

/** Code in a line shows its line ends as spaces. */
function isSame(written: string | undefined, shown: string): boolean {
  return written === shown || (written === '\n' && shown === ' ');
}

function isDropped(source: string, at: number, next: { unit: string; isLineStart: boolean }): boolean {
  const written = source[at];
  if (written === '\\') return source[at + 1] === next.unit;
  if (written === '\r') return true;
  const isSpace = written === ' ' || written === '\t';
  return next.isLineStart ? isSpace || written === '>' : isSpace && next.unit === '\n';
}

/** Where the content of a code element begins, whose own range takes in its fence or its backticks. */
export function codeContent(source: string, { start, end }: SourceRange, isBlock: boolean): SourceRange {
  const fence = source[start];
  if (fence !== '`' && fence !== '~') return { start, end };
  let at = start;
  if (isBlock) {
    const lineEnd = source.indexOf('\n', start);
    return { start: lineEnd === -1 || lineEnd >= end ? end : lineEnd + 1, end };
  }
  while (source[at] === fence && at < end) at += 1;
  return { start: at, end };
}
