import { cutAtSpans, type TextPiece, type TextSpan } from './message-spans.ts';

type MessageTextProps = { readonly text: string; readonly spans: readonly TextSpan[] };

/** Text as it is, with hits and masks marked. Always elements, never HTML: a transcript holds anything. */
export function MessageText({ text, spans }: MessageTextProps) {
  return (
    <div className="message-plain" dir="auto">
      {cutAtSpans(text, spans).map(toElement)}
    </div>
  );
}

function toElement({ text, kind }: TextPiece, index: number) {
  if (kind === null) return text;
  if (kind === 'hit') return <mark key={index}>{text}</mark>;
  return (
    <span key={index} className={`message-${kind}`}>
      {text}
    </span>
  );
}
