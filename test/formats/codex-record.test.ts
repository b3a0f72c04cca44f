import { describe, expect, it } from 'vitest';
import type { RecordDraft } from '../../server/contract/transcript.ts';
import { codex } from '../../server/formats/codex/adapter.ts';
import {
  assistant,
  event,
  item,
  type Line,
  line,
  meta,
  read,
  readBytes,
  user,
  write,
} from '../fixtures/codex/build.ts';

function readOne(record: Line | string, hasLineFeed = true): RecordDraft {
  const bytes = new TextEncoder().encode(typeof record === 'string' ? record : JSON.stringify(record));
  return codex.readRecord({ bytes, lineNumber: 1, offset: 0, hasLineFeed });
}

/** Kind, role and text. */
function gist(record: Line | string): [string, string | null, string] {
  const { outline, text } = readOne(record);
  expect(outline.hasText).toBe(text !== '');
  return [outline.kind, outline.role, text];
}

const message = (role: unknown, content: unknown) => item('message', { role, content });
const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' };

describe('a message', () => {
  it('of a person or the model has the text of its blocks', () => {
    expect(gist(user(' hello '))).toEqual(['message', 'user', 'hello']);
    expect(gist(assistant('good day'))).toEqual(['message', 'assistant', 'good day']);
    const blocks = [{ type: 'output_text', text: 'one' }, 'two', { type: 'output_text', text: '' }, image];
    expect(gist(message('assistant', blocks))).toEqual(['message', 'assistant', 'one\n\ntwo']);
    expect(gist(message('user', 'a plain string'))).toEqual(['message', 'user', 'a plain string']);
  });

  it('of an assistant keeps tags that only a person’s message is searched for', () => {
    expect(gist(assistant('<environment_context> is a wrapper'))[2]).toBe('<environment_context> is a wrapper');
  });

  it('of a developer, of the system or of nobody is injected', () => {
    for (const role of ['developer', 'system', 'ghost', null, 7]) {
      expect(gist(message(role, [{ type: 'input_text', text: 'rules' }]))).toEqual(['injected', 'system', '']);
    }
  });

  it('of wrappers alone is injected, of an image alone is a message without text', () => {
    const marks = [
      { type: 'input_text', text: '<image name=[Image #1]>' },
      image,
      { type: 'input_text', text: '</image>' },
    ];
    expect(gist(user('<environment_context>x</environment_context>'))).toEqual(['injected', 'user', '']);
    expect(gist(message('user', marks))).toEqual(['message', 'user', '']);
    expect(gist(message('user', [{ type: 'input_text', text: 'look' }, ...marks]))).toEqual([
      'message',
      'user',
      'look',
    ]);
  });

  it('has no text when its content is nonsense', () => {
    for (const content of [null, undefined, 7, true, {}, [null, 7, [], {}, { type: 'input_text', text: 7 }]]) {
      expect(gist(message('user', content))).toEqual(['message', 'user', '']);
    }
  });
});

describe('other items', () => {
  it('are calls, results, thoughts and snapshots, none of them with a text', () => {
    for (const type of ['function_call', 'custom_tool_call', 'local_shell_call', 'web_search_call', 'tool_search_call'])
      expect(gist(item(type, { arguments: 'text', input: 'text' }))).toEqual(['message', 'assistant', '']);
    for (const type of ['function_call_output', 'custom_tool_call_output', 'tool_search_output'])
      expect(gist(item(type, { output: 'text' }))).toEqual(['tool-result', 'tool', '']);
    const summary = [{ type: 'summary_text', text: 'hidden thoughts' }];
    expect(gist(item('reasoning', { summary, content: [{ type: 'text', text: 'x' }] }))).toEqual(['control', null, '']);
    expect(gist(item('ghost_snapshot', { text: 'x' }))).toEqual(['control', null, '']);
    expect(gist(item('dream', { text: 'x' }))).toEqual(['unknown', null, '']);
  });

  it('from another agent are injected', () => {
    const content = [{ type: 'input_text', text: 'do this' }];
    expect(gist(item('agent_message', { author: 'a', content }))).toEqual(['injected', 'user', '']);
    expect(gist(line('inter_agent_communication', { content: 'do this' }))).toEqual(['injected', 'user', '']);
    expect(gist(line('inter_agent_communication_metadata', {}))).toEqual(['control', null, '']);
  });
});

describe('other records', () => {
  it('steer the file: events repeat for a screen what the items say', () => {
    const shown = [{ type: 'text', text: 'x' }];
    for (const each of [
      event('user_message', { message: 'x' }),
      event('agent_message', { message: 'x' }),
      event('agent_reasoning', { text: 'x' }),
      event('item_completed', { item: { type: 'AgentMessage', content: shown } }),
      event('exited_review_mode', { review_output: { overall_explanation: 'x' } }),
      event('guardian_assessment', { rationale: 'x' }),
      event('turn.completed', { message: 'x' }),
      event('context_compacted'),
      line('turn_context', { summary: 'x' }),
      line('world_state', { state: { agents_md: { text: 'x' } } }),
    ]) {
      expect(gist(each)).toEqual(['control', null, '']);
    }
    expect(gist(meta({ base_instructions: { text: 'x' } }))).toEqual(['header', null, '']);
    expect(gist(line('compacted', { message: ' so far ' }))).toEqual(['compaction', 'system', 'so far']);
    expect(gist(line('compacted', { message: null }))).toEqual(['compaction', 'system', '']);
  });

  it('are unknown, or invalid when they are no JSON objects', () => {
    for (const each of [
      {},
      { type: 'novelty', payload: {} },
      { type: 'event_msg' },
      { type: 'event_msg', payload: [] },
    ])
      expect(gist(each)).toEqual(['unknown', null, '']);
    for (const each of ['', 'nonsense', '{"type":"event_msg"', '"text"', '42', '[1]', 'null', '\u0000{}'])
      expect(gist(each)).toEqual(['invalid', null, '']);
  });

  it('are read with a byte order mark, a carriage return, and broken UTF-8', () => {
    expect(gist(`\uFEFF${JSON.stringify(user('hi'))}\r`)).toEqual(['message', 'user', 'hi']);
    const bytes = write([user('h?i')]);
    bytes[bytes.indexOf('?'.charCodeAt(0))] = 0xff;
    expect(readBytes(bytes)).toMatchObject({
      drafts: [{ text: 'h\uFFFDi' }],
      issues: [{ reason: 'line holds broken UTF-8, read with replacement characters', count: 1 }],
    });
  });

  it('may be nested 200,000 deep', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = `{"timestamp":"x","type":"response_item","payload":{"type":"message","role":"user","content":${deep}}}`;
    expect(gist(text)).toEqual(['message', 'user', '']);
  });
});

describe('early flat records', () => {
  it('are their own payload', () => {
    expect(gist(message('user', 'hi')['payload'] as Line)).toEqual(['message', 'user', 'hi']);
    expect(gist({ type: 'function_call', name: 'shell', arguments: '{}' })).toEqual(['message', 'assistant', '']);
    expect(gist({ record_type: 'state' })).toEqual(['control', null, '']);
    expect(gist({ id: 'a', timestamp: '2025-07-01T10:00:00.000Z', instructions: null })).toEqual(['header', null, '']);
  });
});

describe('times', () => {
  it('are the line’s own, and null when it has none that is one', () => {
    const timeOf = (timestamp: unknown) => readOne({ ...user('hi'), timestamp }).outline.timeMs;
    expect(timeOf('2026-05-01T08:00:00.123Z')).toBe(Date.UTC(2026, 4, 1, 8, 0, 0, 123));
    for (const nonsense of [1777622400, 'now', '', '2026-02-30T00:00:00Z', null, {}])
      expect(timeOf(nonsense)).toBeNull();
  });
});

describe('issues', () => {
  it('tell of lines that could not be read, with the first one’s number', () => {
    const lines = [meta(), 'broken', '[1]', item('dream'), item('dream'), { type: '\u001b[2J' }, user('hi')];
    expect(read(lines).issues).toEqual([
      { reason: 'line is not a JSON object', lineNumber: 2, count: 2 },
      { reason: 'record type "dream" is not known', lineNumber: 4, count: 2 },
      { reason: 'record type is not known', lineNumber: 6, count: 1 },
    ]);
  });

  it('call a last line cut off only when no line feed ends it', () => {
    const bytes = write([user('hi'), user('there')]);
    expect(readBytes(bytes.subarray(0, -20)).issues).toEqual([
      { reason: 'last line is cut off', lineNumber: 2, count: 1 },
    ]);
    expect(readBytes(bytes.subarray(0, -1)).issues).toEqual([]);
  });

  it('name at most twenty unknown types', () => {
    const { issues } = read([user('hi'), ...Array.from({ length: 500 }, (_, index) => item(`novelty-${index}`))]);
    expect(issues).toHaveLength(21);
    expect(issues.at(-1)).toEqual({ reason: 'record type is not known', lineNumber: 22, count: 480 });
  });
});
