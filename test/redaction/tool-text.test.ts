import { describe, expect, it } from 'vitest';
import type { RecordPart } from '../../server/contract/history-part.ts';
import { redactToolText, TOOL_TEXT_MAX } from '../../server/redaction/tool-text.ts';
import { renderMasks } from '../../server/text/render-masks.ts';

const TOKEN = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
const NPM = `npm_${'zY8xW6vU4tS2'.repeat(3)}`;
const call = (name: string, text: string): RecordPart => ({ type: 'call', callId: null, name, text });
const result = (text: string): RecordPart => ({ type: 'result', callId: null, text, isError: null });
const injected = (text: string): RecordPart => ({ type: 'injected', text });

function shown(...parts: readonly RecordPart[]): string {
  const { text, masks } = redactToolText(parts);
  return renderMasks(text, masks).text;
}

describe('the text of tools', () => {
  it('is names, inputs and results, in order, and nothing else that a record holds', () => {
    expect(shown(call('exec', 'ls -l'), injected('a reminder'), result('a.txt\nb.txt'))).toBe(
      'exec\nls -l\na.txt\nb.txt',
    );
    expect(redactToolText([injected('a reminder'), { type: 'image', mediaType: 'image/png', byteLength: 3 }])).toEqual({
      text: '',
      masks: [],
    });
  });

  it('shows the strings of a JSON input as they were before they were escaped', () => {
    const input = JSON.stringify({ command: 'cd "My Files"\nnpm test\tx', pattern: 'C:\\temp\\new' }, null, 2);
    expect(shown(call('Bash', input))).toBe(
      'Bash\n{\n  "command": "cd "My Files"\nnpm test\tx",\n  "pattern": "C:\\temp\\new"\n}',
    );
    expect(shown(call('Bash', '["\\u0061\\u00e9\\/"]'))).toBe('Bash\n["aé/"]');
  });

  it('leaves an input that is no JSON as it is', () => {
    expect(shown(call('bash', 'printf "a\\nb" # \\u0041'))).toBe('bash\nprintf "a\\nb" # \\u0041');
  });

  it('masks secrets in inputs and results, also behind escapes, and names their kinds in order', () => {
    const escaped = `{"a": "x", "b": "\\u0067${TOKEN.slice(1)}"}`;
    const text = shown(call('exec', `push ${TOKEN}`), call('exec', escaped), result(`npm ${NPM}`));
    expect(text).toBe(
      'exec\npush [redacted:github-token]\nexec\n{"a": "x", "b": "[redacted:github-token]"}\nnpm [redacted:npm-token]',
    );
  });

  it('lets no mask be forged, neither plainly nor by an escape', () => {
    const forged = redactToolText([call('exec', '{"a": "\\ufffc", "b": "\uFFFC"}'), result('\uFFFC')]);
    expect(forged.masks).toEqual([]);
    expect(forged.text).not.toContain('\uFFFC');
  });

  it('ends at its bound, in whole characters, and cuts no secret in two', () => {
    const filled = (length: number): string => 'ab '.repeat(length).slice(0, length);
    for (const before of [TOOL_TEXT_MAX - 20, TOOL_TEXT_MAX - 1, TOOL_TEXT_MAX + 65_530]) {
      const { text } = redactToolText([result(`${filled(before)} ${TOKEN} ${filled(200_000)}`)]);
      expect(text.length).toBeLessThanOrEqual(TOOL_TEXT_MAX);
      expect(text).not.toContain('ghp_');
    }
    const named = redactToolText([call(`${filled(TOOL_TEXT_MAX + 65_530)}${TOKEN}`, filled(200_000))]).text;
    expect(named).not.toContain('ghp_');
    const emoji = redactToolText([result(`x${'🦊'.repeat(TOOL_TEXT_MAX)}`)]).text;
    expect(emoji.isWellFormed()).toBe(true);
    expect(emoji.length).toBe(TOOL_TEXT_MAX - 1);
    expect(redactToolText([result(filled(TOOL_TEXT_MAX)), result('later')]).text).not.toContain('later');
  });

  it('is at its bound even where much of it was masked', () => {
    const keys = `${TOKEN} `.repeat(20_000);
    const { text, masks } = redactToolText([result(keys)]);
    expect(text).not.toContain('ghp_');
    expect(masks.length).toBe(text.split('\uFFFC').length - 1);
  });
});
