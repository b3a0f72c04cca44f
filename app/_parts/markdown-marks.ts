import { alignOffsets, codeContent, type SourceRange } from './markdown-offsets.ts';
import { cutAtSpans, moveSpans, type TextPiece, type TextSpan } from './message-spans.ts';

type Point = { readonly offset?: number | undefined };
type HtmlNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[] | undefined;
  position?: { readonly start: Point; readonly end: Point } | undefined;
};

/**
 * A step between Markdown and its elements: marks the spans of the source in the text, shows HTML as the text that it
 * is, and takes ids out, which would clash among the messages of a page. Walks with a stack: depth is the writer's.
 */
export function markSource(source: string, spans: readonly TextSpan[]) {
  return (tree: HtmlNode): void => {
    const open: HtmlNode[] = [tree];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.properties !== undefined) delete node.properties['id'];
      const parent = node;
      node.children = node.children?.flatMap((child) => {
        if (child.type === 'text' || child.type === 'raw') {
          return markText(child.value ?? '', { source, spans, range: rangeOf(parent, child, source) });
        }
        if (child.children !== undefined) open.push(child);
        return [child];
      });
    }
  };
}

/** The text of a code block has no place of its own; its element has, with the fence. */
function rangeOf(parent: HtmlNode, text: HtmlNode, source: string): SourceRange | null {
  const isBlock = parent.tagName === 'code' && text.position === undefined;
  const position = isBlock ? parent.position : text.position;
  const [start, end] = [position?.start.offset, position?.end.offset];
  if (start === undefined || end === undefined) return null;
  return parent.tagName === 'code' ? codeContent(source, { start, end }, isBlock) : { start, end };
}

type Marking = {
  readonly source: string;
  readonly spans: readonly TextSpan[];
  readonly range: SourceRange | null;
};

function markText(value: string, { source, spans, range }: Marking): HtmlNode[] {
  const places = range === null || spans.length === 0 ? [] : alignOffsets(source, range, value);
  return cutAtSpans(value, moveSpans(spans, places)).map(toNode);
}

const ELEMENTS = {
  hit: { tagName: 'mark' },
  mask: { tagName: 'span', className: ['message-mask'] },
  control: { tagName: 'span', className: ['message-control'] },
};

function toNode({ text, kind }: TextPiece): HtmlNode {
  const node = { type: 'text', value: text };
  if (kind === null) return node;
  const { tagName, ...properties } = ELEMENTS[kind];
  return { type: 'element', tagName, properties, children: [node] };
}
