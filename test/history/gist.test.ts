import { describe, expect, it } from 'vitest';
import { GIST_MAX } from '../../server/contract/history-part.ts';
import { callText } from '../../server/formats/parts.ts';
import { gistOfCall, gistOfRaw } from '../../server/history/gist.ts';
import { toHistoryPart } from '../../server/history/history-part.ts';
import { redactInput } from '../../server/redaction/redact-input.ts';
import { renderMasks } from '../../server/text/render-masks.ts';
import { SECRETS } from '../redaction/secrets.ts';
import fc from '../support/property.ts';

const token = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
const label = '[redacted:github-token]';
const callGist = (raw: string): string => gistOfCall(redactInput(raw));

describe('the gist of a text', () => {
  it('is one line, cut between characters, with an ellipsis when there is more', () => {
    expect(gistOfRaw('  one\n\n\ttwo  three\u0007 ')).toBe('one two three');
    expect(gistOfRaw('')).toBe('');
    const families = gistOfRaw('👨‍👩‍👧‍👦'.repeat(40));
    expect(families).toBe(`${'👨‍👩‍👧‍👦'.repeat(14)}…`);
    expect(families.length).toBeLessThanOrEqual(GIST_MAX);
  });

  it('shows a mask whole or not at all, wherever the cut falls', () => {
    for (let before = 100; before < 170; before += 1) {
      const gist = gistOfRaw(`${'w '.repeat(before / 2)}${token} end`);
      expect(gist.length).toBeLessThanOrEqual(GIST_MAX);
      expect(gist).not.toMatch(/ghp_|aB3d/);
      expect(gist.replace(label, '')).not.toMatch(/\[|redacted/);
    }
  });

  it('never holds a piece of a secret, nor more than its bound', () => {
    const filler = fc.stringMatching(/^[a-z \n"\\{}]{0,170}$/);
    fc.assert(
      fc.property(filler, filler, (before, behind) => {
        for (const gist of [
          gistOfRaw(`${before} ${token} ${behind}`),
          callGist(callText({ a: before, command: `${behind} ${token}` })),
        ]) {
          expect(gist).not.toMatch(/ghp_|aB3d|5fG7/);
          expect(gist.length).toBeLessThanOrEqual(GIST_MAX);
        }
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('the gist of a call', () => {
  it.each([
    [{ command: 'ls -l\npwd' }, 'ls -l pwd'],
    [{ description: 'List files', command: 'ls "a b"', timeout: 5 }, 'ls "a b"'],
    [{ file_path: '/a/b.ts', old_string: 'x', new_string: 'y' }, '/a/b.ts'],
    [{ pattern: 'x\\d', path: '/src' }, '/src'],
    [{ pattern: 'x\\d', glob: '*.ts' }, 'x\\d'],
    [{ query: 'how', limit: 3 }, 'how'],
    [{ url: 'https://a.b/c', prompt: 'read it' }, 'https://a.b/c'],
    [{ prompt: 'look', agent: 'x' }, 'look'],
    [{ command: '', description: 'nothing' }, 'nothing'],
    [{ command: ['ls', '-l'], cwd: '/' }, '{ "command": [ "ls", "-l" ], "cwd": "/" }'],
    [{ nested: { command: 'hidden deep' }, size: 1 }, '{ "nested": { "command": "hidden deep" }, "size": 1 }'],
    [{ note: 'says\n  "command": "rm"', size: 1 }, '{ "note": "says\\n \\"command\\": \\"rm\\"", "size": 1 }'],
    [{}, '{}'],
    [[1, 2], '[ 1, 2 ]'],
    ['plain text', 'plain text'],
    [undefined, ''],
  ])('of %j', (input, gist) => {
    expect(callGist(callText(input))).toBe(gist);
  });

  it('hides what is secret in the field it shows and in those beside it', () => {
    const command = `curl -H "Authorization: Bearer abcDEF123456ghiJKL789012" -H 'x: ${token}'\necho "done"`;
    expect(callGist(callText({ command, cwd: token }))).toBe(
      `curl -H "Authorization: Bearer [redacted:authorization-header]" -H 'x: ${label}' echo "done"`,
    );
    expect(callGist(callText({ note: token, path: `/srv/${token}`, size: 1 }))).toBe(`/srv/${label}`);
    expect(callGist(callText({ size: 1, key: token }))).toBe(`{ "size": 1, "key": "${label}" }`);
  });
});

describe('secrets of every kind', () => {
  it.each(SECRETS.map((each) => [each.kind, each.name, each] as const))('%s: %s', (_kind, _name, each) => {
    const text = `${each.before}${each.secret}${each.after}`;
    const input = { command: `first\n${text}\nlast`, size: 1 };
    const { text: hidden, masks } = redactInput(callText(input));
    const readAgain = JSON.stringify(JSON.parse(renderMasks(hidden, masks).text));
    const said = [callGist(callText(input)), gistOfRaw(text), readAgain];
    for (const one of said) {
      expect(one).not.toContain(each.secret);
      expect(one).not.toContain(JSON.stringify(each.secret).slice(1, -1));
    }
    expect(said[0]).toMatch(/redacted:|…$/);
  });
});

describe('a folded part', () => {
  it('measures the whole, not what is shown of it', () => {
    const text = `${'é\n'.repeat(300)}end`;
    expect(toHistoryPart({ type: 'result', callId: 'c', text, isError: null })).toMatchObject({
      byteLength: 903,
      lines: 301,
      isError: null,
    });
    const linesOf = (injected: string): unknown => toHistoryPart({ type: 'injected', text: injected });
    expect(['', 'a', 'a\n', 'a\nb', '\n'].map(linesOf)).toMatchObject([0, 1, 1, 2, 1].map((lines) => ({ lines })));
  });

  it('shows no secret in a name, an id or a media type either', () => {
    const parts = [
      toHistoryPart({ type: 'call', callId: token, name: `tool ${token}`, text: '' }),
      toHistoryPart({ type: 'result', callId: `x-${token}`, text: token, isError: true }),
      toHistoryPart({ type: 'image', mediaType: `image/${token}`, byteLength: 3 }),
    ];
    expect(JSON.stringify(parts)).not.toMatch(/ghp_|aB3d/);
    expect(parts[0]).toMatchObject({ callId: label, name: `tool ${label}` });
  });
});
