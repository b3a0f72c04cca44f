import { Fragment } from 'react';

/** A sentence of the server's, which puts what can be typed between backticks. */
export function Sentence({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence have nothing else that tells them apart
    index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
  );
}
