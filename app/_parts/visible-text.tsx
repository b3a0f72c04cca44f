import { cutAtSpans, type TextPiece, type TextSpan } from './message-spans.ts';
import './visible-text.css';

type VisibleTextProps = {
  readonly text: string;
  /** Hits and masks, in order, in UTF-16 units of `text`. */
  readonly spans?: readonly TextSpan[];
  /** Labels; of what is more only a replacement character is shown. */
  readonly marksMax?: number;
};

const NONE: readonly TextSpan[] = [];

/**
 * Text of a transcript, with a label at what cannot be seen in it. The label is drawn: copying gives the text as it is.
 * Always elements, never HTML: a transcript holds anything.
 */
export function VisibleText({ text, spans = NONE, marksMax }: VisibleTextProps) {
  return cutAtSpans(text, spans, marksMax).map(toElement);
}

function toElement({ text, kind, label }: TextPiece, index: number) {
  const shown =
    label === null ? (
      text
    ) : (
      <bdi key={index} className="hidden-mark" data-label={label}>
        {text}
      </bdi>
    );
  if (kind === null) return shown;
  if (kind === 'hit') return <mark key={index}>{shown}</mark>;
  return (
    <span key={index} className="message-mask">
      {shown}
    </span>
  );
}
