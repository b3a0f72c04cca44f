import { describe, expect, it } from 'vitest';
import type { RecordPart } from '../../server/contract/history-part.ts';
import { claudeCode } from '../../server/formats/claude-code/adapter.ts';
import { openclaw } from '../../server/formats/openclaw/adapter.ts';
import { assistant, attachment, boundary, progress, queued, system, user } from '../fixtures/claude-code/build.ts';

const encoder = new TextEncoder();
const bytesOf = (record: unknown): Uint8Array =>
  encoder.encode(typeof record === 'string' ? record : JSON.stringify(record));
/** 9 bytes, and 7 with padding. */
const NINE = Buffer.alloc(9).toString('base64');
const SEVEN = Buffer.alloc(7).toString('base64');
const injected = (text: string): RecordPart => ({ type: 'injected', text });

describe('the parts of a Claude Code line', () => {
  const parts = (record: unknown) => claudeCode.readParts(bytesOf(record));
  const said = (content: unknown, extra = {}) => user('u', null, { message: { role: 'user', content }, ...extra });
  const answered = (content: unknown, message = {}, extra = {}) =>
    assistant('a', 'u', { message: { id: 'm', role: 'assistant', model: 'x', content, ...message }, ...extra });

  it('are its calls: the one string of an input, else pretty JSON; never its reasoning', () => {
    const blocks = [
      { type: 'thinking', thinking: 'hidden thought', signature: 'hidden sign' },
      { type: 'redacted_thinking', data: 'hidden data' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls -l\npwd' } },
      { type: 'tool_use', id: 't2', name: 'Edit', input: { file_path: '/a', count: 2 } },
      { type: 'server_tool_use', id: 't3', name: 'web_search', input: {} },
      { type: 'tool_use', input: null },
    ];
    expect(parts(answered(blocks, { usage: { input_tokens: 5 } }))).toEqual([
      { type: 'call', callId: 't1', name: 'Bash', text: 'ls -l\npwd' },
      { type: 'call', callId: 't2', name: 'Edit', text: '{\n  "file_path": "/a",\n  "count": 2\n}' },
      { type: 'call', callId: 't3', name: 'web_search', text: '{}' },
      { type: 'call', callId: null, name: 'tool', text: '' },
    ]);
  });

  it('are its results, written as a string or in blocks, with the images in them', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: NINE } };
    const blocks = [
      { type: 'tool_result', tool_use_id: 't1', content: 'listing\n', is_error: true },
      {
        type: 'tool_result',
        tool_use_id: 't2',
        content: [{ type: 'text', text: 'one' }, image, 'two'],
        is_error: false,
      },
      { type: 'tool_result', tool_use_id: 't3', content: [{ type: 'tool_reference', tool_name: 'Grep' }] },
      { type: 'tool_result', tool_use_id: 't4' },
    ];
    expect(parts(said(blocks))).toEqual([
      { type: 'result', callId: 't1', text: 'listing\n', isError: true },
      { type: 'result', callId: 't2', text: 'one\ntwo', isError: false },
      { type: 'image', mediaType: 'image/png', byteLength: 9 },
      {
        type: 'result',
        callId: 't3',
        text: '{\n  "type": "tool_reference",\n  "tool_name": "Grep"\n}',
        isError: null,
      },
      { type: 'result', callId: 't4', text: '', isError: null },
    ]);
  });

  it('are its images and documents, by type and size, with data or without', () => {
    const blocks = [
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: SEVEN } },
      { type: 'image', source: { type: 'url', url: 'https://example.org/x.png' } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: NINE } },
      { type: 'image', source: { media_type: 'no type at all', data: '' } },
    ];
    expect(parts(said(blocks))).toEqual([
      { type: 'image', mediaType: 'image/jpeg', byteLength: 7 },
      { type: 'image', mediaType: 'image', byteLength: 0 },
      { type: 'image', mediaType: 'application/pdf', byteLength: 9 },
      { type: 'image', mediaType: 'image', byteLength: 0 },
    ]);
  });

  it('are what is taken out of a person’s text, wrappers side by side as one', () => {
    expect(parts(said('fix it <system-reminder>be brief</system-reminder> now'))).toEqual([
      injected('<system-reminder>be brief</system-reminder>'),
    ]);
    const command = '<command-name>/x</command-name>\n<command-message>x</command-message>';
    expect(parts(said(`${command}\n<command-args>the cart</command-args>`))).toEqual([injected(command)]);
    expect(parts(said('<bash-input>npm test</bash-input>'))).toEqual([]);
    expect(parts(said('plain words < and > more'))).toEqual([]);
    const interrupted = { type: 'text', text: '[Request interrupted by user for tool use]' };
    const result = { type: 'tool_result', tool_use_id: 't', content: 'ok' };
    expect(parts(said([result, interrupted]))).toEqual([
      { type: 'result', callId: 't', text: 'ok', isError: null },
      injected('[Request interrupted by user for tool use]'),
    ]);
  });

  it('are the whole text where a program wrote the line', () => {
    expect(parts(said('<local-command-stdout>ok</local-command-stdout>'))).toEqual([
      injected('<local-command-stdout>ok</local-command-stdout>'),
    ]);
    expect(parts(said('summary so far', { isCompactSummary: true }))).toEqual([injected('summary so far')]);
    expect(parts(said([{ type: 'text', text: 'skill text' }], { isMeta: true }))).toEqual([injected('skill text')]);
    expect(parts(said('This session is being continued from a previous conversation. So far: …'))).toEqual([
      injected('This session is being continued from a previous conversation. So far: …'),
    ]);
    const failed = answered([{ type: 'text', text: 'API Error: 529' }], {}, { isApiErrorMessage: true });
    expect(parts(failed)).toEqual([injected('API Error: 529')]);
    expect(parts(system('s', null, { content: 'Bridge is on' }))).toEqual([injected('Bridge is on')]);
  });

  it('are an attachment’s text, else all of it as JSON; a queued prompt’s wrappers alone', () => {
    expect(parts(attachment('t', null, { type: 'nested_memory', content: 'rules' }))).toEqual([injected('rules')]);
    expect(parts(attachment('t', null, { type: 'date_change', newDate: '2026-05-02' }))).toEqual([
      injected('{\n  "type": "date_change",\n  "newDate": "2026-05-02"\n}'),
    ]);
    expect(parts(queued('q', null))).toEqual([]);
    expect(parts(queued('q', null, { prompt: 'go <system-reminder>r</system-reminder>' }))).toEqual([
      injected('<system-reminder>r</system-reminder>'),
    ]);
    const note = queued('q', null, { prompt: 'task 3 is done', commandMode: 'task-notification' });
    expect(parts(note)).toEqual([injected('task 3 is done')]);
  });

  it('are none for lines that say nothing', () => {
    const lines = [boundary('b', null), progress('p', null), system('s', null), { type: 'summary', summary: 'x' }];
    for (const line of [...lines, { type: 'user' }, '{"type":"us', '[]', '']) expect(parts(line)).toEqual([]);
  });
});

describe('the parts of an OpenClaw record', () => {
  const parts = (record: unknown) => openclaw.readParts(bytesOf(record));
  const message = (role: string, content: unknown, more = {}) => ({
    type: 'message',
    id: 'x',
    parentId: null,
    message: { role, content, ...more },
  });

  it('are its calls, and never its reasoning', () => {
    const blocks = [
      { type: 'thinking', thinking: 'hidden thought', thinkingSignature: 'hidden sign' },
      { type: 'toolCall', id: 'c1', name: 'exec', arguments: { command: 'ls' } },
      { type: 'text', text: 'there' },
      { type: 'toolCall', id: 'c2', name: 'read', arguments: '{"path":"/a","from":3}' },
      { type: 'toolCall', name: 'odd', arguments: 'not json' },
    ];
    expect(parts(message('assistant', blocks, { usage: { input: 1 } }))).toEqual([
      { type: 'call', callId: 'c1', name: 'exec', text: 'ls' },
      { type: 'call', callId: 'c2', name: 'read', text: '{\n  "path": "/a",\n  "from": 3\n}' },
      { type: 'call', callId: null, name: 'odd', text: 'not json' },
    ]);
  });

  it('are its result, with images that have their data and that have not', () => {
    const blocks = [
      { type: 'text', text: 'shot' },
      { type: 'image', data: SEVEN, mimeType: 'image/webp' },
      { type: 'image', mimeType: 'image/png', bytes: 1234, omitted: true },
    ];
    expect(parts(message('toolResult', blocks, { toolCallId: 'c1', isError: false }))).toEqual([
      { type: 'result', callId: 'c1', text: 'shot', isError: false },
      { type: 'image', mediaType: 'image/webp', byteLength: 7 },
      { type: 'image', mediaType: 'image/png', byteLength: 1234 },
    ]);
    expect(parts(message('toolResult', 'plain'))).toEqual([
      { type: 'result', callId: null, text: 'plain', isError: null },
    ]);
  });

  it('are call and result of a command that the person ran', () => {
    const run = { command: 'make', output: 'no rule', exitCode: 2 };
    expect(parts(message('bashExecution', undefined, run))).toEqual([
      { type: 'call', callId: null, name: 'bash', text: 'make' },
      { type: 'result', callId: null, text: 'no rule', isError: true },
    ]);
  });

  it('are what stands around a person’s words', () => {
    const block = 'Sender (untrusted metadata):\n```json\n{\n  "id": 1\n}\n```';
    const raw = `${block}\n\n[Wed 2026-05-06 16:13 UTC] hello\n[message_id: 77]`;
    expect(
      parts(
        message('user', [
          { type: 'text', text: raw },
          { type: 'image', data: NINE, mimeType: 'image/png' },
        ]),
      ),
    ).toEqual([
      injected(`${block}\n[message_id: 77]\n[Wed 2026-05-06 16:13 UTC]`),
      { type: 'image', mediaType: 'image/png', byteLength: 9 },
    ]);
    expect(parts(message('user', 'hello'))).toEqual([]);
    expect(parts(message('user', '[OpenClaw heartbeat poll]'))).toEqual([injected('[OpenClaw heartbeat poll]')]);
    expect(parts(message('user', 'System: gateway is up\nhello'))).toEqual([injected('System: gateway is up')]);
  });

  it('are what programs say, and summaries', () => {
    expect(parts(message('system', [{ type: 'text', text: 'be kind' }]))).toEqual([injected('be kind')]);
    expect(parts({ type: 'custom_message', id: 'x', content: 'context' })).toEqual([injected('context')]);
    expect(parts({ type: 'compaction', id: 'x', summary: 'so far' })).toEqual([injected('so far')]);
    expect(parts({ type: 'branch_summary', id: 'x', summary: 'tried tin' })).toEqual([injected('tried tin')]);
    expect(parts(message('compactionSummary', undefined, { summary: 'older' }))).toEqual([injected('older')]);
  });

  it('are none for records that say nothing', () => {
    const records = [
      { type: 'custom', data: {} },
      { type: 'session', id: 's' },
      { type: 'message' },
      message('oracle', 'x'),
    ];
    for (const record of [...records, '{"type":"mess', '17', '']) expect(parts(record)).toEqual([]);
  });

  it('take a paragraph of a hundred thousand lines', () => {
    const raw = `Context ⟦openclaw:ctx⟧\n${'line\n'.repeat(200_000)}\nhello`;
    expect(parts(message('user', raw))).toMatchObject([{ type: 'injected' }]);
  });
});

describe('a call that is nested deeper than a program can write', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

  it('says so instead of failing', () => {
    const line = `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{"a":${deep},"b":1}}]}}`;
    expect(claudeCode.readParts(bytesOf(line))).toEqual([
      { type: 'call', callId: 't', name: 'n', text: 'Nested too deeply to be shown.' },
    ]);
  });
});
