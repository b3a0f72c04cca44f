import { LongText } from './long-text.tsx';
import type { TextSpan } from './message-spans.ts';

type MessageTextProps = { readonly text: string; readonly spans: readonly TextSpan[] };

/** A message as it was written. */
export function MessageText({ text, spans }: MessageTextProps) {
  return (
    <div className="message-plain" dir="auto">
      <LongText text={text} spans={spans} />
    </div>
  );
}
