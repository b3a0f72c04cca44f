'use client';

import type { ReactNode } from 'react';
import type { ExtraProps } from 'react-markdown';
import { MessageCopy } from './message-copy.tsx';

type HtmlElement = NonNullable<ExtraProps['node']>;
type MarkdownCodeProps = { readonly node: HtmlElement | undefined; readonly children?: ReactNode };

/** A code block: scrolls sideways, and can be copied. */
export function MarkdownCode({ node, children }: MarkdownCodeProps) {
  const code = node?.children.find((child) => child.type === 'element');
  return (
    <div className="markdown-code">
      <div className="markdown-code-head">
        <span>{code === undefined ? '' : languageOf(code)}</span>
        <MessageCopy label="Copy code" text={() => textOf(code)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach what it hides */}
      <pre dir="ltr" tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}

function languageOf({ properties }: HtmlElement): string {
  const names = properties['className'];
  const name = Array.isArray(names) ? names.find((each) => String(each).startsWith('language-')) : undefined;
  return String(name ?? '').slice('language-'.length);
}

/** Marks stand between the pieces of a block's text, one level deep. */
function textOf(code: HtmlElement | undefined): string {
  const pieces = code?.children.flatMap((child) => (child.type === 'element' ? child.children : [child])) ?? [];
  return pieces.map((piece) => (piece.type === 'text' ? piece.value : '')).join('');
}
