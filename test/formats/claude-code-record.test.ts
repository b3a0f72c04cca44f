import { describe, expect, it } from 'vitest';
import type { RecordDraft } from '../../server/contract/transcript.ts';
import { claudeCode } from '../../server/formats/claude-code/adapter.ts';
import {
  assistant,
  attachment,
  boundary,
  type Line,
  progress,
  queued,
  read,
  readBytes,
  system,
  toolCall,
  toolResult,
  user,
} from '../fixtures/claude-code/build.ts';

function readOne(line: Line | string, hasLineFeed = true): RecordDraft {
  const bytes = new TextEncoder().encode(typeof line === 'string' ? line : JSON.stringify(line));
  return claudeCode.readRecord({ bytes, lineNumber: 1, offset: 0, hasLineFeed });
}

/** Kind, role and searchable text. */
function gist(line: Line | string): [string, string | null, string] {
  const { outline, text } = readOne(line);
  expect(outline.hasText).toBe(text !== '');
  return [outline.kind, outline.role, text];
}

const said = (content: unknown, extra: Line = {}) => user('u', null, { message: { role: 'user', content }, ...extra });
const answered = (content: unknown, extra: Line = {}) =>
  assistant('a', 'u', { message: { id: 'm', role: 'assistant', model: 'claude-x', content }, ...extra });

describe('a user’s line', () => {
  it('is a message with its text, whether written as a string or in blocks', () => {
    expect(gist(said('hello'))).toEqual(['message', 'user', 'hello']);
    expect(
      gist(
        said([
          { type: 'text', text: ' one ' },
          { type: 'text', text: '' },
          { type: 'text', text: 'two' },
        ]),
      ),
    ).toEqual(['message', 'user', 'one\n\ntwo']);
    expect(gist(said(['bare string']))).toEqual(['message', 'user', 'bare string']);
    expect(gist(user('u', null, { message: 'no object' }))).toEqual(['message', 'user', 'no object']);
  });

  it('is a tool’s result when it holds nothing else, and a message when the person adds words', () => {
    const result = { type: 'tool_result', tool_use_id: 't', content: 'secret listing' };
    expect(gist(said([result]))).toEqual(['tool-result', 'tool', '']);
    expect(gist(said([result, { type: 'text', text: '[Request interrupted by user for tool use]' }]))).toEqual([
      'tool-result',
      'tool',
      '',
    ]);
    expect(gist(said([result, { type: 'text', text: 'try the other file' }]))).toEqual([
      'message',
      'user',
      'try the other file',
    ]);
  });

  it('is a message without text when it holds an image or a document alone', () => {
    expect(gist(said([{ type: 'image', source: { type: 'base64', data: 'AAAA' } }]))).toEqual(['message', 'user', '']);
    expect(gist(said([{ type: 'document' }]))).toEqual(['message', 'user', '']);
  });

  it('is injected when a program wrote all of it', () => {
    expect(gist(said('<local-command-stdout>ok</local-command-stdout>'))).toEqual(['injected', 'user', '']);
    expect(gist(said('the plan so far', { isCompactSummary: true }))).toEqual(['injected', 'user', '']);
    expect(gist(said('skill text', { isMeta: true }))).toEqual(['injected', 'system', '']);
  });

  it('keeps what the person typed after a command and at the shell', () => {
    expect(gist(said('<command-name>/review</command-name><command-args>the cart</command-args>'))[2]).toBe('the cart');
    expect(gist(said('<bash-input>npm test</bash-input>'))[2]).toBe('npm test');
  });

  it('has no text when its content is nonsense', () => {
    for (const content of [null, 7, true, {}, [null, 7, [], {}, { type: 'text', text: 7 }]]) {
      expect(gist(said(content))).toEqual(['message', 'user', '']);
    }
    expect(gist(user('u', null, { message: null }))).toEqual(['message', 'user', '']);
  });
});

describe('an assistant’s line', () => {
  it('gives the text blocks alone, and the model', () => {
    const content = [
      { type: 'thinking', thinking: 'hidden', signature: 's' },
      { type: 'text', text: '\n\nHere is <system-reminder> explained.\n' },
      { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'cat .env' } },
    ];
    expect(gist(answered(content))).toEqual(['message', 'assistant', 'Here is <system-reminder> explained.']);
    expect(readOne(answered(content)).outline.model).toBe('claude-x');
  });

  it('is a message without text when it only thinks or calls a tool', () => {
    expect(gist(toolCall('a', 'u', 'm'))).toEqual(['message', 'assistant', '']);
    expect(gist(answered([{ type: 'thinking', thinking: 'hm' }]))).toEqual(['message', 'assistant', '']);
  });

  it('is injected when Claude Code made it up', () => {
    expect(gist(answered([{ type: 'text', text: 'API Error: 529' }], { isApiErrorMessage: true }))).toEqual([
      'injected',
      'assistant',
      '',
    ]);
    const synthetic = {
      message: { model: '<synthetic>', content: [{ type: 'text', text: 'No response requested.' }] },
    };
    expect(gist(assistant('a', 'u', synthetic))).toEqual(['injected', 'assistant', '']);
    expect(readOne(assistant('a', 'u', synthetic)).outline.model).toBeNull();
  });
});

describe('other lines', () => {
  it('are compactions, injected or control', () => {
    expect(gist(boundary('b', 'a'))).toEqual(['compaction', 'system', '']);
    expect(gist(system('s', 'a', { subtype: 'local_command', content: '<command-name>/x</command-name>' }))).toEqual([
      'injected',
      'system',
      '',
    ]);
    expect(gist(system('s', 'a'))).toEqual(['control', null, '']);
    expect(gist(progress('p', 'a'))).toEqual(['control', null, '']);
    expect(gist(attachment('x', 'a'))).toEqual(['injected', 'system', '']);
    for (const type of ['summary', 'file-history-snapshot', 'queue-operation', 'custom-title', 'last-prompt', 'mode']) {
      expect(gist({ type, content: 'text', summary: 'text', customTitle: 'text' })).toEqual(['control', null, '']);
    }
    expect(gist({ type: 'novelty', message: { content: 'text' } })).toEqual(['unknown', null, '']);
    expect(gist({ silly: 'this' })).toEqual(['unknown', null, '']);
  });

  it('are a person’s when they are prompts that waited', () => {
    expect(gist(queued('q', 'a', { prompt: 'also the footer' }))).toEqual(['message', 'user', 'also the footer']);
    expect(gist(queued('q', 'a', { prompt: [{ type: 'text', text: 'x' }] }))).toEqual(['message', 'user', 'x']);
    expect(gist(queued('q', 'a', { prompt: '<task-notification>x</task-notification>' }))).toEqual([
      'injected',
      'user',
      '',
    ]);
    expect(gist(queued('q', 'a', { commandMode: 'task-notification' }))).toEqual(['injected', 'user', '']);
    expect(gist(queued('q', 'a', { isMeta: true }))).toEqual(['injected', 'system', '']);
    expect(gist(queued('q', 'a', { prompt: 7 }))).toEqual(['injected', 'system', '']);
  });

  it('are invalid when they are no JSON objects', () => {
    for (const line of ['', 'nonsense', '{"type":"user"', '"text"', '42', '[1]', 'null', '\u0000\u0000{}']) {
      expect(gist(line)).toEqual(['invalid', null, '']);
    }
  });

  it('are read with a byte order mark, a carriage return, and broken UTF-8', () => {
    expect(gist(`\uFEFF${JSON.stringify(said('hi'))}\r`)).toEqual(['message', 'user', 'hi']);
    const bytes = new TextEncoder().encode(JSON.stringify(said('h?i')));
    bytes[bytes.indexOf('?'.charCodeAt(0))] = 0xff;
    expect(claudeCode.readRecord({ bytes, lineNumber: 1, offset: 0, hasLineFeed: true }).text).toBe('h\uFFFDi');
  });
});

describe('ids and times', () => {
  it('are taken when they can be used, and are null otherwise', () => {
    const outline = readOne(user('u1', 'p1', { timestamp: '2026-02-18T00:28:42.584Z' })).outline;
    expect([outline.nativeId, outline.parentNativeId, outline.timeMs]).toEqual(['u1', 'p1', 1771374522584]);
    for (const uuid of [7, '', ' ', null, {}, 'x'.repeat(201), 'a\u0000b', '\ud800']) {
      expect(readOne({ ...user('u', null), uuid, parentUuid: uuid }).outline).toMatchObject({
        nativeId: null,
        parentNativeId: null,
      });
    }
  });

  it('give no time for numbers, words and days that do not exist', () => {
    const timeOf = (timestamp: unknown) => readOne(user('u', null, { timestamp })).outline.timeMs;
    for (const nonsense of [
      1705315200,
      'now',
      '',
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-01-01',
      null,
      {},
    ]) {
      expect(timeOf(nonsense)).toBeNull();
    }
    expect(timeOf('2026-01-01T00:00:00')).toBe(Date.UTC(2026, 0, 1));
    expect(timeOf('2026-01-01T02:00:00+02:00')).toBe(Date.UTC(2026, 0, 1));
  });
});

describe('issues', () => {
  it('tell of lines that could not be read, with the first one’s number', () => {
    const lines = [
      user('u1', null),
      'broken',
      '[1]',
      { type: 'novelty' },
      { type: 'novelty' },
      { type: '\u001b[2J' },
      toolResult('r', 'u1', 'x'),
    ];
    expect(read(lines).issues).toEqual([
      { reason: 'line is not a JSON object', lineNumber: 2, count: 2 },
      { reason: 'line type "novelty" is not known', lineNumber: 4, count: 2 },
      { reason: 'line type is not known', lineNumber: 6, count: 1 },
    ]);
  });

  it('call a last line cut off only when no line feed ends it', () => {
    const whole = JSON.stringify(user('u1', null));
    const bytes = new TextEncoder().encode(`${whole}\n${whole.slice(0, 40)}`);
    expect(readBytes(bytes).issues).toEqual([{ reason: 'last line is cut off', lineNumber: 2, count: 1 }]);
    expect(readBytes(new TextEncoder().encode(`${whole}\n${whole}`)).issues).toEqual([
      { reason: 'line is replaced by a later one with the same id', lineNumber: 1, count: 1 },
    ]);
  });

  it('name at most twenty unknown types', () => {
    const lines = Array.from({ length: 500 }, (_, index) => ({ type: `novelty-${index}` }));
    const { issues } = read([user('u1', null), ...lines]);
    expect(issues).toHaveLength(21);
    expect(issues.at(-1)).toEqual({ reason: 'line type is not known', lineNumber: 22, count: 480 });
  });
});
