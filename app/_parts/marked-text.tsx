import type { ReactNode } from 'react';

type Span = readonly [start: number, end: number];
type MarkedTextProps = {
  readonly text: string;
  /** UTF-16 offsets of hits, end exclusive, in order, apart. */
  readonly highlights: readonly Span[];
};

/** Text with its hits marked. Always elements, never HTML: a transcript holds anything. */
export function MarkedText({ text, highlights }: MarkedTextProps) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of highlights) {
    if (start < at || end > text.length) continue;
    if (start > at) pieces.push(text.slice(at, start));
    pieces.push(<mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return <>{pieces}</>;
}
