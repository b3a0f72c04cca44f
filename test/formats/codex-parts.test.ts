import { describe, expect, it } from 'vitest';
import type { RecordPart } from '../../server/contract/history-part.ts';
import { readParts } from '../../server/formats/codex/read-parts.ts';
import { assistant, event, item, type Line, line, meta, user } from '../fixtures/codex/build.ts';
import fc from '../support/property.ts';

function partsOf(record: Line | string): readonly RecordPart[] {
  return readParts(new TextEncoder().encode(typeof record === 'string' ? record : JSON.stringify(record)));
}

const call = (type: string, extra: Line) => partsOf(item(type, { call_id: 'c1', ...extra }));
const result = (output: unknown, extra: Line = {}) =>
  partsOf(item('function_call_output', { call_id: 'c1', output, ...extra }));

describe('a call', () => {
  const shell = (args: unknown) => call('function_call', { name: 'shell', arguments: JSON.stringify(args) });

  it('has its name, its id and its arguments as a person reads them', () => {
    expect(shell({ cmd: 'ls', workdir: '/home' })).toEqual([
      { type: 'call', callId: 'c1', name: 'shell', text: '{\n  "cmd": "ls",\n  "workdir": "/home"\n}' },
    ]);
    expect(call('function_call', { name: 'read', namespace: 'files', arguments: '{"path":"a.ts"}' })).toEqual([
      { type: 'call', callId: 'c1', name: 'files.read', text: 'a.ts' },
    ]);
  });

  it('of a shell alone is its command', () => {
    expect(shell({ command: ['bash', '-lc', 'ls | wc'] })).toMatchObject([{ text: 'ls | wc' }]);
    expect(shell({ command: ['/bin/zsh', '-c', 'ls'] })).toMatchObject([{ text: 'ls' }]);
    expect(shell({ command: ['git', 'log', '-3'], workdir: null })).toMatchObject([{ text: 'git log -3' }]);
    expect(call('local_shell_call', { action: { type: 'exec', command: ['ls', '-l'], env: {} } })).toEqual([
      { type: 'call', callId: 'c1', name: 'local_shell', text: 'ls -l' },
    ]);
  });

  it('of a tool with free input is that input', () => {
    expect(call('custom_tool_call', { name: 'apply_patch', input: '*** Begin Patch' })).toEqual([
      { type: 'call', callId: 'c1', name: 'apply_patch', text: '*** Begin Patch' },
    ]);
  });

  it('of a search is what was searched for', () => {
    const search = { type: 'search', query: 'frost', queries: ['frost'], url: null };
    expect(partsOf(item('web_search_call', { id: 'ws', action: search }))).toEqual([
      { type: 'call', callId: 'ws', name: 'web_search', text: 'frost' },
    ]);
    expect(call('web_search_call', { action: { type: 'open_page', url: 'https://a.b' } })).toMatchObject([
      { text: 'https://a.b' },
    ]);
    expect(call('tool_search_call', { arguments: { query: 'maps' } })).toMatchObject([
      { name: 'tool_search', text: 'maps' },
    ]);
  });

  it('of a painter has the picture beside it', () => {
    const parts = call('image_generation_call', { revised_prompt: 'a bean', result: 'iVBORw0KGgo=' });
    expect(parts).toEqual([
      { type: 'call', callId: 'c1', name: 'image_generation', text: 'a bean' },
      { type: 'image', mediaType: 'image/png', byteLength: 8 },
    ]);
  });

  it('keeps arguments that are broken, and has none where there are none', () => {
    expect(call('function_call', { name: 'x', arguments: '{"cut' })).toMatchObject([{ text: '{"cut' }]);
    for (const args of [null, undefined, 7, true])
      expect(call('function_call', { arguments: args })).toMatchObject([{ name: 'unnamed', text: '' }]);
    expect(partsOf(item('function_call', { call_id: 7 }))).toMatchObject([{ callId: null }]);
  });
});

describe('a result', () => {
  it.each<[string, unknown, string, boolean | null]>([
    ['plain text', 'hello', 'hello', null],
    ['text in JSON', '{"output":"ok","metadata":{"exit_code":0}}', 'ok', false],
    ['text in JSON of a failure', '{"output":"no","metadata":{"exit_code":2}}', 'no', true],
    ['JSON of the tool’s own', '{"output":"ok"}', '{"output":"ok"}', null],
    ['an object with a code', { output: 'no', metadata: { exit_code: 1 } }, 'no', true],
    ['an object that tells of success', { content: 'fine', success: true }, 'fine', false],
    ['an object that tells of failure', { content: 'bad', success: false }, 'bad', true],
    ['one block', { type: 'input_text', text: 'a' }, 'a', null],
    [
      'blocks',
      [
        { type: 'input_text', text: 'a' },
        { type: 'output_text', text: 'b' },
      ],
      'a\nb',
      null,
    ],
    ['no blocks', [], '', null],
    ['other JSON', [{ name: 'tool' }], '[\n  {\n    "name": "tool"\n  }\n]', null],
    ['nothing', null, '', null],
  ])('is read as %s', (_, output, text, isError) => {
    expect(result(output)).toEqual([{ type: 'result', callId: 'c1', text, isError }]);
  });

  it('has the exit code that stands before the output, not one that stands in it', () => {
    const run = (code: number, output: string) => `Chunk ID: 1\nProcess exited with code ${code}\nOutput:\n${output}`;
    expect(result(run(0, 'Exit code: 1\nOutput:\n'))).toMatchObject([{ isError: false }]);
    expect(result(run(127, 'not found'))).toMatchObject([{ isError: true }]);
    expect(result('Exit code: 1\nWall time: 2 seconds\nOutput:\nno')).toMatchObject([{ isError: true }]);
    expect(result('Chunk ID: 1\nProcess running with session ID 7\nOutput:\nExit code: 1')).toMatchObject([
      { isError: null },
    ]);
    expect(result('Exit code: 1')).toMatchObject([{ isError: null }]);
    expect(result('gone', { status: 'failed' })).toMatchObject([{ isError: true }]);
  });

  it('has its pictures after it', () => {
    const output = [
      { type: 'input_image', image_url: 'data:image/jpeg;base64,/9j/4AAQ' },
      { type: 'input_text', text: 'a' },
    ];
    expect(partsOf(item('custom_tool_call_output', { call_id: 'c2', output }))).toEqual([
      { type: 'result', callId: 'c2', text: 'a', isError: null },
      { type: 'image', mediaType: 'image/jpeg', byteLength: 6 },
    ]);
  });
});

describe('a message', () => {
  it('has the wrappers that were taken out of its text', () => {
    expect(partsOf(user('<environment_context>x</environment_context>\nhello'))).toEqual([
      { type: 'injected', text: '<environment_context>x</environment_context>' },
    ]);
    expect(partsOf(user('hello'))).toEqual([]);
    expect(partsOf(assistant('<environment_context>x</environment_context>'))).toEqual([]);
    const content = [{ type: 'input_text', text: 'rules' }];
    expect(partsOf(item('message', { role: 'developer', content }))).toEqual([{ type: 'injected', text: 'rules' }]);
    expect(partsOf(item('agent_message', { content }))).toEqual([{ type: 'injected', text: 'rules' }]);
    expect(partsOf(line('inter_agent_communication', { content: 'go' }))).toEqual([{ type: 'injected', text: 'go' }]);
  });

  it.each<[unknown, string, number]>([
    ['data:image/png;base64,iVBORw0KGgo=', 'image/png', 8],
    ['data:image/svg+xml;charset=utf-8;base64,PHN2Zz4=', 'image/svg+xml', 5],
    ['data:;base64,R0lGODlh', 'image/gif', 6],
    ['data:;base64,', 'image/*', 0],
    ['https://a.b/c.png', 'image/*', 0],
    [{ url: 'data:image/webp;base64,UklGRg==' }, 'image/webp', 4],
    [null, 'image/*', 0],
    [7, 'image/*', 0],
  ])('names its image by type and size: %j', (url, mediaType, byteLength) => {
    const content = [{ type: 'input_image', image_url: url }];
    expect(partsOf(item('message', { role: 'user', content }))).toEqual([{ type: 'image', mediaType, byteLength }]);
  });
});

describe('no parts', () => {
  it('have thoughts, events, heads and what steers the file', () => {
    for (const each of [
      item('reasoning', { summary: [{ type: 'summary_text', text: 'hidden' }], encrypted_content: 'x' }),
      item('ghost_snapshot'),
      item('dream', { text: 'x' }),
      event('exec_command_end', { stdout: 'x' }),
      event('user_message', { message: 'x' }),
      line('compacted', { message: 'x', replacement_history: [user('x')['payload']] }),
      line('world_state', { state: {} }),
      meta({ base_instructions: { text: 'x' } }),
      'broken',
      '[]',
      '{}',
    ]) {
      expect(partsOf(each)).toEqual([]);
    }
  });

  it('are never lost to an error, whatever a record holds', () => {
    const types = ['function_call', 'custom_tool_call', 'local_shell_call', 'web_search_call', 'function_call_output'];
    const type = fc.constantFrom(...types, 'tool_search_output', 'message', 'image_generation_call');
    const keys = ['output', 'arguments', 'action', 'input', 'content', 'name', 'call_id', 'result', 'role', 'status'];
    const payload = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue());
    fc.assert(
      fc.property(type, payload, (itemType, extra) => {
        for (const part of partsOf(item(itemType, extra))) {
          if (part.type === 'image') expect(part.byteLength).toBeGreaterThanOrEqual(0);
          else expect(typeof part.text).toBe('string');
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are lost to nesting either', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const [type, key] of [
      ['function_call', 'arguments'],
      ['function_call_output', 'output'],
    ]) {
      const text = `{"type":"response_item","payload":{"type":"${type}","${key}":{"a":${deep},"b":1}}}`;
      expect(partsOf(text)).toMatchObject([{ text: 'Nested too deeply to be shown.' }]);
    }
  });
});
