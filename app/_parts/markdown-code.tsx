'use client';

import type { ReactNode } from 'react';
import type { ExtraProps } from 'react-markdown';
import { MessageCopy } from './message-copy.tsx';
import { VisibleText } from './visible-text.tsx';

type HtmlElement = NonNullable<ExtraProps['node']>;
type MarkdownCodeProps = { readonly node: HtmlElement | undefined; readonly children?: ReactNode };

/** A code block: scrolls sideways, and can be copied. */
export function MarkdownCode({ node, children }: MarkdownCodeProps) {
  const code = node?.children.find((child) => child.type === 'element');
  return (
    <div className="markdown-code">
      <div className="markdown-code-head">
        <span className="cut">
          <VisibleText text={code === undefined ? '' : languageOf(code)} />
        </span>
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

/** As it was written, without the labels of what cannot be seen (see `markSource`). */
function textOf(code: HtmlElement | undefined): string {
  const { text } = (code?.data ?? {}) as { readonly text?: unknown };
  return typeof text === 'string' ? text : '';
}
