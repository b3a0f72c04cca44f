import { VisibleText } from './visible-text.tsx';

type Span = readonly [start: number, end: number];
type MarkedTextProps = {
  readonly text: string;
  /** UTF-16 offsets of hits, end exclusive, in order, apart. */
  readonly highlights: readonly Span[];
};

/** Text with its hits marked. */
export function MarkedText({ text, highlights }: MarkedTextProps) {
  return <VisibleText text={text} spans={highlights.map(([start, end]) => ({ start, end, kind: 'hit' }))} />;
}
