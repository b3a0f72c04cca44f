import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MARKDOWN_MAX, MARKDOWN_SIGNS_MAX, whyPlain } from '../../../app/_parts/markdown-limits.ts';
import { MarkdownText } from '../../../app/_parts/markdown-text.tsx';
import type { TextSpan } from '../../../app/_parts/message-spans.ts';
import fc from '../../support/property.ts';

const render = (text: string, spans: readonly TextSpan[] = []): string =>
  renderToStaticMarkup(createElement(MarkdownText, { text, spans }));

/** Renders with every place of `words` marked. */
function renderMarked(text: string, words: string): string {
  const spans: TextSpan[] = [];
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length)) {
    spans.push({ start: at, end: at + words.length, kind: 'hit' });
  }
  return render(text, spans);
}

const marksOf = (html: string): string[] => [...html.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, text = '']) => text);

describe('a message as Markdown', () => {
  it('shows HTML as the text that it is', () => {
    const html = render('a <b onclick="x()">b</b>\n\n<script>alert(1)</script>\n\n<svg onload=x>');
    expect(html).not.toMatch(/<(?:b|script|svg)[\s>]/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('loads no picture: it shows its words and its address', () => {
    const html = render('![a cat](https://evil.example/cat.png)\n\n![x][r]\n\n[r]: http://evil.example/r.png');
    expect(html).not.toMatch(/<img|<link|src=/);
    expect(html).toContain('[image: a cat] https://evil.example/cat.png');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/api/x',
    '#x',
  ])('opens nothing at %s', (address) => {
    expect(render(`[here](${address}) <${address}>`)).not.toContain('<a');
  });

  it.each(['https://a.example/b', 'http://a.example', 'mailto:a@b.example'])(
    'opens %s in a window of its own',
    (address) => {
      expect(render(`[here](${address})`)).toContain(
        `<a href="${address}" title="${address}" target="_blank" rel="noopener noreferrer nofollow">here</a>`,
      );
    },
  );

  it('gives no element an id, which would clash among messages', () => {
    expect(render('a[^1]\n\n[^1]: note\n\n# Heading')).not.toMatch(/\sid=/);
  });

  it('begins headings below those of the page', () => {
    const html = render('# One\n\n## Two');
    expect(html).toContain('<h3 dir="auto">One</h3>');
    expect(html).not.toMatch(/<h[12]/);
  });

  it('lets each block find its own direction', () => {
    expect(render('שלום\n\nhello')).toBe('<div class="markdown"><p dir="auto">שלום</p>\n<p dir="auto">hello</p></div>');
  });

  it('shows signs that turn the reading order by their names', () => {
    expect(render('a\u202Eb')).toContain('a<bdi class="hidden-mark" data-label="U+202E">\u202E</bdi>b');
  });

  it('is plain text over the limits, and says why', () => {
    const html = render(`*a* <b>${'x'.repeat(MARKDOWN_MAX)}`);
    expect(html).toContain('Shown as plain text: it is long.');
    expect(html).toContain('*a* &lt;b&gt;');
  });
});

describe('the limits of Markdown', () => {
  it('lets through what people and models write', () => {
    const table = `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(60)}`;
    expect(whyPlain(table)).toBeNull();
    expect(whyPlain(`${'- item with `code` and **bold**\n'.repeat(60)}`)).toBeNull();
    expect(whyPlain('A sentence of prose, with a (few) signs: 3 * 4 = 12.\n'.repeat(200))).toBeNull();
  });

  it('does not count signs inside code blocks', () => {
    const code = `\`\`\`c\n${'int *a[] = { &b, *c };\n'.repeat(300)}\`\`\`\n`;
    expect(whyPlain(code)).toBeNull();
    expect(whyPlain(code.replaceAll('```', ''))).not.toBeNull();
  });

  it('counts them where HTML may hide a fence', () => {
    const soup = '*a '.repeat(MARKDOWN_SIGNS_MAX + 1);
    expect(whyPlain(`<!--\n\`\`\`\n-->\n${soup}`)).not.toBeNull();
    expect(whyPlain(`\`\`\`\n\`\`\`\n${soup}`)).not.toBeNull();
  });

  it.each([
    ['emphasis', '*a '.repeat(20_000)],
    ['brackets', '['.repeat(5000)],
    ['quotes on a line', `${'> '.repeat(40)}a`],
    ['lists on a line', `${'- '.repeat(40)}a`],
    ['lists by indentation', Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['lines', 'a\n\n'.repeat(2000)],
  ])('shows a soup of %s as plain text', (_name, soup) => {
    expect(whyPlain(soup)).not.toBeNull();
  });
});

describe('marks in Markdown', () => {
  it.each([
    ['a paragraph', 'the deploy failed'],
    ['emphasis', 'the **deploy** failed'],
    ['a list with indentation', '- one\n  and deploy\n  - two'],
    ['a quote of several lines', '> one\n> the deploy\n> two'],
    ['code in a line', 'run `npm deploy now`'],
    ['code in a line with spaces around it', 'run `` deploy ``'],
    ['a code block', 'see\n\n```sh\nx\n  deploy it\n```'],
    ['a code block in a list', '1. see\n   ```sh\n   x\n   deploy it\n   ```'],
    ['code by indentation', 'see\n\n    x deploy'],
    ['a heading', '## The deploy'],
    ['a link', '[the deploy](https://a.example)'],
    ['a table', '| a | b |\n|---|---|\n| x | deploy |'],
    ['text behind an escape', 'a \\* b deploy'],
    ['HTML', 'a <b>deploy</b>\n\n<div>deploy</div>'],
    ['lines that end as on Windows', 'one\r\ntwo deploy\r\nthree'],
  ])('finds its place in %s', (_name, text) => {
    const marks = marksOf(renderMarked(text, 'deploy'));
    expect(marks.length).toBeGreaterThan(0);
    expect(new Set(marks)).toEqual(new Set(['deploy']));
  });

  it('marks both parts of a phrase that emphasis cuts', () => {
    const text = 'the **deploy** failed';
    expect(marksOf(render(text, [{ start: 6, end: text.length, kind: 'hit' }]))).toEqual(['deploy', ' failed']);
  });

  it('marks nothing behind an entity, rather than something else', () => {
    expect(marksOf(renderMarked('a &amp; deploy', 'deploy'))).toEqual([]);
  });

  it('shows a mask as a badge, in text and in code', () => {
    const text = 'key [redacted:jwt] and `[redacted:jwt]`';
    const spans = [4, 24].map((start) => ({ start, end: start + 14, kind: 'mask' as const }));
    expect(render(text, spans).match(/<span class="message-mask">\[redacted:jwt\]<\/span>/g)).toHaveLength(2);
  });

  it('never marks anything but the words, whatever stands around them', () => {
    const piece = fc.constantFrom(
      '*',
      '**',
      '`',
      '```\n',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '1. ',
      '    ',
      '[',
      '](',
      ')',
      '&amp;',
      '\\',
      '|',
      '<b>',
      'word',
      ' ',
      '\t',
      'a@b.example',
      '#',
    );
    const around = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(around, around, (before, after) => {
        for (const mark of marksOf(renderMarked(`${before}zebra${after}zebra`, 'zebra'))) {
          expect('zebra').toContain(mark);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('changes no text by marking it', () => {
    const text = 'A **zebra** in `zebra code` and\n> zebra\n\n- zebra &amp; zebra';
    expect(renderMarked(text, 'zebra').replaceAll(/<\/?mark>/g, '')).toBe(render(text));
  });
});
