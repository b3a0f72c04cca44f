import { MARKS_MAX } from './hidden-marks.ts';
import { alignOffsets, codeContent, type SourceRange } from './markdown-offsets.ts';
import { cutAtSpans, moveSpans, type TextPiece, type TextSpan } from './message-spans.ts';

type Point = { readonly offset?: number | undefined };
type HtmlNode = {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  /** Carried along, never rendered. */
  data?: Record<string, unknown>;
  children?: HtmlNode[] | undefined;
  position?: { readonly start: Point; readonly end: Point } | undefined;
};

/**
 * A step between Markdown and its elements: marks the spans of the source in the text and what cannot be seen there,
 * shows HTML as the text that it is, and takes ids out, which would clash among the messages of a page. A code element
 * keeps its text as it was. Walks with a stack: depth is the writer's.
 */
export function markSource(source: string, spans: readonly TextSpan[]) {
  return (tree: HtmlNode): void => {
    let marksLeft = MARKS_MAX;
    const open: HtmlNode[] = [tree];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.properties !== undefined) delete node.properties['id'];
      const parent = node;
      if (node.tagName === 'code') node.data = { text: textOf(node) };
      node.children = node.children?.flatMap((child) => {
        if (child.type === 'text' || child.type === 'raw') {
          const range = rangeOf(parent, child, source);
          const pieces = markText(child.value ?? '', { source, spans, range, marksLeft });
          marksLeft -= pieces.filter(({ label }) => label !== null).length;
          return pieces.map(toNode);
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
  readonly marksLeft: number;
};

function markText(value: string, { source, spans, range, marksLeft }: Marking): readonly TextPiece[] {
  const places = range === null || spans.length === 0 ? [] : alignOffsets(source, range, value);
  return cutAtSpans(value, moveSpans(spans, places), marksLeft);
}

function toNode({ text, kind, label }: TextPiece): HtmlNode {
  const node = { type: 'text', value: text };
  const shown = label === null ? node : element('bdi', { className: ['hidden-mark'], dataLabel: label }, node);
  if (kind === null) return shown;
  return kind === 'hit' ? element('mark', {}, shown) : element('span', { className: ['message-mask'] }, shown);
}

function element(tagName: string, properties: Record<string, unknown>, child: HtmlNode): HtmlNode {
  return { type: 'element', tagName, properties, children: [child] };
}

function textOf({ children = [] }: HtmlNode): string {
  return children.map(({ value = '' }) => value).join('');
}
