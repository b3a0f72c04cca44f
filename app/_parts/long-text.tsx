import './long-text.css';
import { SPANS_MAX, type TextSpan } from './message-spans.ts';
import { CHUNK_UNITS, cutInChunks } from './text-chunks.ts';
import { VisibleText } from './visible-text.tsx';

type LongTextProps = {
  readonly text: string;
  /** Hits and masks, in order, in UTF-16 units of `text`. */
  readonly spans?: readonly TextSpan[];
};

const NONE: readonly TextSpan[] = [];
/** A long text has many chunks. */
const MARKS_A_CHUNK = 40;
const LINE_EM = 1.5;

/** Text with its line ends, of any length: a browser lays out only the chunks that are in sight. */
export function LongText({ text, spans = NONE }: LongTextProps) {
  if (text.length <= CHUNK_UNITS) return <VisibleText text={text} spans={spans} />;
  return cutInChunks(text, spans.slice(0, SPANS_MAX)).map((chunk) => (
    <span
      key={chunk.start}
      className="long-text"
      style={{ containIntrinsicBlockSize: `auto ${chunk.lines * LINE_EM}em` }}
    >
      <VisibleText text={chunk.text} spans={chunk.spans} marksMax={MARKS_A_CHUNK} />
      {/* An empty line has a height. */}
      {chunk.text === '' || chunk.text.endsWith('\n') ? <br /> : null}
    </span>
  ));
}
