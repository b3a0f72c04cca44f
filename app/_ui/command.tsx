import { Fragment } from 'react';

/** A command to type. It wraps between its words only: a line that ends inside `--option` reads as another command. */
export function Command({ text }: { readonly text: string }) {
  return (
    <pre className="command">
      <code>
        {text.split(' ').map((word, index) => (
          <Fragment key={word}>
            {index > 0 ? ' ' : null}
            <span>{word}</span>
          </Fragment>
        ))}
      </code>
    </pre>
  );
}
