'use client';

import { memo, type ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { MarkdownCode } from './markdown-code.tsx';
import { whyPlain } from './markdown-limits.ts';
import { markSource } from './markdown-marks.ts';
import './markdown-text.css';
import { writeMarksOut } from './hidden-marks.ts';
import type { TextSpan } from './message-spans.ts';
import { MessageText } from './message-text.tsx';
import { VisibleText } from './visible-text.tsx';

type MarkdownTextProps = {
  readonly text: string;
  /** Hits and masks, in order, in UTF-16 units of `text`. */
  readonly spans: readonly TextSpan[];
};

/**
 * A message as Markdown: no HTML, no pictures, no address but http, https and mailto. What is over the limits is shown
 * as plain text, and says so.
 */
export const MarkdownText = memo(function MarkdownText({ text, spans }: MarkdownTextProps) {
  const reason = whyPlain(text);
  if (reason !== null) {
    return (
      <>
        <p className="muted markdown-note">{reason}</p>
        <MessageText text={text} spans={spans} />
      </>
    );
  }
  return (
    <div className="markdown">
      <Markdown
        remarkPlugins={REMARK}
        rehypePlugins={[[markSource, text, spans]]}
        components={COMPONENTS}
        urlTransform={keepAddress}
      >
        {text}
      </Markdown>
    </div>
  );
});

const REMARK = [remarkGfm];

/** What is neither a link nor a picture has no address; those two decide below what becomes of theirs. */
function keepAddress(url: string, key: string): string {
  return key === 'href' || key === 'src' ? url : '';
}

const MAY_OPEN = /^(?:https?:\/\/|mailto:)/i;

/** Headings start at the third level: the page has the first, its parts the second. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h3 dir="auto">{children}</h3>,
  h2: ({ children }) => <h4 dir="auto">{children}</h4>,
  h3: ({ children }) => <h5 dir="auto">{children}</h5>,
  h4: ({ children }) => <h6 dir="auto">{children}</h6>,
  h5: ({ children }) => <h6 dir="auto">{children}</h6>,
  h6: ({ children }) => <h6 dir="auto">{children}</h6>,
  p: ({ children }) => <p dir="auto">{children}</p>,
  li: ({ children }) => <li dir="auto">{children}</li>,
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  th: ({ children }) => <th dir="auto">{children}</th>,
  td: ({ children }) => <td dir="auto">{children}</td>,
  a: MarkdownLink,
  img: ({ alt, src }) => (
    <span className="muted">
      <VisibleText text={`[image${alt ? `: ${alt}` : ''}] ${typeof src === 'string' ? src : ''}`} />
    </span>
  ),
  input: ({ checked }) => <span>[{checked === true ? 'x' : ' '}] </span>,
  pre: ({ children, node }) => <MarkdownCode node={node}>{children}</MarkdownCode>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach what it hides
    <section className="markdown-scroll" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
};

function MarkdownLink({ children, href = '' }: { readonly children?: ReactNode; readonly href?: string | undefined }) {
  if (MAY_OPEN.test(href)) {
    return (
      <a href={href} title={writeMarksOut(href)} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    );
  }
  return (
    <>
      {children}
      {href === '' || href.startsWith('#') ? null : (
        <span className="muted">
          {' '}
          (<VisibleText text={href} />)
        </span>
      )}
    </>
  );
}
