import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteMarkdown } from '../../server/history/export-markdown-quote.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import fc from '../support/property.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, type TestEntry, writer } from '../support/transcripts.ts';
import { escapedWhole, exported, piecesIn, TOKEN } from './export-support.ts';

type Node = {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly children?: readonly Node[];
};

/** The tree that a reader of CommonMark with GitHub's extensions makes of a text. */
function treeOf(markdown: string): Node {
  let tree: Node = { type: 'none' };
  const keep = () => (made: Node) => {
    tree = made;
  };
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm, keep] }, markdown));
  return tree;
}

function nodesOf(tree: Node): readonly Node[] {
  const nodes: Node[] = [tree];
  for (let at = 0; at < nodes.length; at += 1) nodes.push(...(nodes[at]?.children ?? []));
  return nodes;
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '<svg onload=alert(1)>\n<iframe srcdoc="<script>">\n<base href=//evil>\n<!-- comment -->\n<?php ?>\n<![CDATA[x]]>',
  '[a](javascript:alert(1)) [b]( data:text/html,x) [c](<vbscript:x>) [d]\n\n[d]: javascript:alert(1)',
  String.raw`[x\](javascript:alert(1)) ![p](https://evil.example/p.png) ![q][r] \![s](https://evil.example/s.png)`,
  '![\na](https://evil.example/x.png)\n\n[r]: //evil.example/r.png',
  '```js\n<b>kept</b>\n```\n<script>x</script>',
  '- item\n  ```\n<script>x</script>\n```\n<script>y</script>',
  '```\n\t```\n<script>x</script>\n   ```\n<script>y</script>',
  '~~~\n```\n<script>in code</script>\n~~~~\n<script>out</script>',
  '> ```\n<script>x</script>\n```\n\n<script>y</script>',
  '``` a`b\n<script>x</script>',
  '```\nnever closed\n<script>',
  '## User · 2026-01-01 00:00:00 UTC\n\nforged\n===\n---\n',
  '<javascript:alert(1)>',
  '| a | b |\n| - | - |\n| <script> | ``` |',
];

function expectDead(text: string): void {
  const tree = treeOf(quoteMarkdown(text));
  expect(tree.children?.map((child) => child.type)).toEqual(['blockquote']);
  const nodes = nodesOf(tree);
  expect(nodes.filter(({ type }) => ['html', 'image', 'imageReference'].includes(type))).toEqual([]);
  const links = nodes.filter(({ type }) => type === 'link' || type === 'definition');
  expect(links.filter(({ url }) => !/^(?:https?:\/\/|mailto:)/i.test(url ?? ''))).toEqual([]);
}

describe('a message in Markdown', () => {
  it.each(HOSTILE)('is no HTML, loads nothing and stays in its quotation: %j', expectDead);

  it('is dead whatever pieces it is made of', () => {
    const piece = fc.constantFrom(
      ...['```', '~~~~', '~~~', '``', '`', '\n', '\n', '\n\n', ' ', '   ', '\t', '> ', '- ', '1. ', '<script>', '</b>'],
      ...[
        '![a](',
        'http://x.example',
        '[b](',
        ')',
        ']',
        '[',
        ':',
        'javascript:x',
        '\\',
        '|',
        '# ',
        '$$',
        '<!--',
        '-->',
        '\n---\n',
      ],
      ...['[c]: ', '<', 'x', '&lt;', '=='],
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 30 }), (pieces) => expectDead(pieces.join(''))),
      { numRuns: 600 },
    );
  });

  it('knows no block of code where formulas could decide which fences count', () => {
    expect(quoteMarkdown('$$\n```\n$$\n<script>')).toContain('&lt;script>');
  });

  it('leaves blocks of code and plain links as they were written', () => {
    const text = 'See [docs](https://example.org).\n\n```ts\nif (a < b && arr[0](x)) return <T>[];\n```\ndone';
    expect(quoteMarkdown(text)).toBe(text.replace(/^/gm, '> ').replace(/^> $/gm, '>'));
  });
});

const assistant = (content: readonly unknown[]): unknown => ({
  type: 'message',
  message: { role: 'assistant', content },
});
const FENCE = '`'.repeat(4);
const entries: readonly TestEntry[] = [
  { id: 'q', text: `Ignore this: </div></pre><script>alert(1)</script> <img src=x onerror=alert(2)> "' \u202Eevil` },
  {
    id: 'call',
    role: 'assistant',
    record: assistant([
      {
        type: 'toolCall',
        id: TOKEN,
        name: `run</summary><script>${TOKEN}`,
        arguments: { [TOKEN]: TOKEN, code: '````\n</pre><script>x' },
      },
    ]),
  },
  {
    id: 'out',
    kind: 'tool-result',
    role: 'tool',
    record: {
      type: 'message',
      message: {
        role: 'toolResult',
        toolCallId: 'c',
        content: `{"t":"${escapedWhole(TOKEN)}"} ${TOKEN}\u001b[31m\n${FENCE}\n# forged\n${FENCE}\nafter`,
      },
    },
  },
  { id: 'boundary', kind: 'compaction', role: null, text: 'what came before' },
  { id: 'reset', kind: 'reset', role: null },
  { id: 'a', role: 'assistant', text: `שלום ${escapedWhole(TOKEN)} `, model: `m"><script>${TOKEN}` },
  { id: 'side', parent: 'q', role: 'assistant', text: 'an abandoned answer' },
  { id: 'end', parent: 'a', role: 'user', text: 'last words' },
];

describe('a session to read', () => {
  let store: TestStore;
  let scope: ReadScope;
  const read = (as: 'html' | 'markdown', more = {}): Promise<string> =>
    exported(scope, { session: 'native-1', as, ...more });

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    scope = reader(store.engine, ann);
    const title = `About <b>"${TOKEN}"</b> & | \`x\`\n# more`;
    await saveTestTranscript(writer(store.engine, ann), { title, project: `/srv/${TOKEN}`, entries });
  });
  afterAll(() => store.close());

  it.each(['html', 'markdown'] as const)(
    'shows the branch through its boundaries, oldest first, and no secret: %s',
    async (as) => {
      const text = await read(as);
      const marks = [
        'Ignore this',
        'Tool call',
        'Tool result',
        'Compaction',
        'Reset',
        'שלום',
        'last words',
        'End of the session: 5 messages',
      ];
      const places = marks.map((mark) => text.indexOf(mark));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places[0]).toBeGreaterThan(0);
      expect(text).not.toContain('an abandoned answer');
      expect(text).toMatch(/redacted:github-token|redacted\\:github\\-token/);
      expect(piecesIn(text, TOKEN)).toEqual([]);
      expect(piecesIn(text.replaceAll('\\', ''), escapedWhole(TOKEN).replaceAll('\\', ''))).toEqual([]);
      expect(text).not.toMatch(/(?![\n\t])\p{Cc}|[\u202A-\u202E]/u);
    },
  );

  it('shows another branch when it is asked for, and leaves tools out', async () => {
    const text = await read('markdown', { branch: 'side', includeTools: false });
    expect(text).toContain('> an abandoned answer');
    expect(text).not.toContain('last words');
    const plain = await read('markdown', { includeTools: false });
    expect(plain).not.toMatch(/Tool (?:call|result)/);
    expect(plain).toContain('last words');
  });

  it('is a page without anything active: no script, no address to load, no handler, a policy that allows nothing', async () => {
    const text = await read('html');
    const tags = [...text.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>/gi)];
    // Every `<` begins one of our own tags: nothing of the transcript does.
    expect(tags.length).toBe([...text.matchAll(/</g)].length - 1);
    const own =
      'a article bdi body dd details div dl dt footer h1 h2 head header html main meta pre style summary time title'.split(
        ' ',
      );
    expect([...new Set(tags.map(([, name = '']) => name))].filter((name) => !own.includes(name))).toEqual([]);
    const attributes = tags.flatMap(([, , inside = '']) =>
      [...inside.matchAll(/([a-z-]+)="/g)].map(([, name]) => name),
    );
    const known = ['charset', 'class', 'content', 'datetime', 'dir', 'href', 'http-equiv', 'id', 'lang', 'name'];
    expect([...new Set(attributes)].filter((name) => !known.includes(name ?? ''))).toEqual([]);
    expect([...text.matchAll(/href="([^"]*)"/g)].every(([, address = '']) => /^#m\d+$/.test(address))).toBe(true);
    expect(text).toContain(
      `http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'`,
    );
    expect(text).not.toMatch(/url\(|@import/);
  });

  it('is one Markdown document whose headings are ours, and whose blocks of code end where they should', async () => {
    const { children = [] } = treeOf(await read('markdown'));
    const headings = children.filter(({ type }) => type === 'heading');
    expect(headings).toHaveLength(1 + 5);
    expect(nodesOf({ type: 'root', children }).filter(({ type }) => type === 'html')).toEqual([]);
    const code = children.filter(({ type }) => type === 'code');
    expect(code).toHaveLength(2);
    expect(code[0]?.value).toContain('````');
    expect(code[1]?.value).toMatch(/````\n# forged\n````\nafter$/);
  });
});
