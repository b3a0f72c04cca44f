/** Small transcripts of each format, of about 2 KB, as their programs write them: what the damages are done to. */
import type { FormatName } from '../../server/contract/transcript.ts';

export type FaultRecord = Readonly<Record<string, unknown>>;

export type FaultFile = {
  readonly format: FormatName;
  /** Path below an import's folder, with `/`. */
  readonly name: string;
  /** Tells this file's conversation from all others of its owner. */
  readonly tag: string;
  readonly records: readonly FaultRecord[];
};

type Making = { readonly number: number; readonly word: string };

const MAKERS: Readonly<Record<FormatName, (making: Making) => FaultFile>> = {
  openclaw: openclawFile,
  'claude-code': claudeCodeFile,
  codex: codexFile,
};

/** Files of one number have the same ids, whatever their word. All of their texts hold the word, which is ASCII. */
export function faultFile(format: FormatName, making: Making): FaultFile {
  return MAKERS[format](making);
}

function uuid(number: number): string {
  return `7a3c0000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

function time(second: number): string {
  return `2026-05-01T08:00:${String(second).padStart(2, '0')}.250Z`;
}

function openclawFile({ number, word }: Making): FaultFile {
  const tag = uuid(number);
  const id = (second: number): string => `${second}-${tag.slice(-4)}`;
  const row = (second: number, message: FaultRecord, parent = second - 1): FaultRecord => ({
    type: 'message',
    id: id(second),
    parentId: parent === 0 ? null : id(parent),
    timestamp: time(second),
    message,
  });
  const told = { api: 'messages', provider: 'acme', model: 'acme-1', stopReason: 'stop', timestamp: 1777622403000 };
  const call = { type: 'toolCall', id: 'call_1', name: 'exec', arguments: { command: `grep -c ${word} notes.txt` } };
  const records = [
    { type: 'session', version: 3, id: tag, timestamp: time(0), cwd: '/srv/garden' },
    row(1, { role: 'user', content: `Where was the ${word} seen — überall?`, timestamp: 1777622401250 }),
    row(2, { role: 'assistant', content: [{ type: 'text', text: `I count each ${word}.` }, call], ...told }),
    row(3, {
      role: 'toolResult',
      toolCallId: 'call_1',
      toolName: 'exec',
      isError: false,
      content: [{ type: 'text', text: `3 lines with ${word}` }],
    }),
    row(4, {
      role: 'assistant',
      content: [{ type: 'text', text: `The ${word} was seen three times, 見た.` }],
      ...told,
      usage: { input: 812, output: 31, cost: { total: 0.0021 } },
    }),
    { type: 'custom', customType: 'cache', id: id(5), parentId: id(4), data: { word, ttl: 60 } },
    row(6, { role: 'user', content: [{ type: 'text', text: `And the other ${word}?` }] }, 4),
    row(7, { role: 'assistant', content: [{ type: 'text', text: `No other ${word} today.` }], ...told }),
  ];
  return { format: 'openclaw', name: `agents/main/sessions/${tag}.jsonl`, tag, records };
}

function claudeCodeFile({ number, word }: Making): FaultFile {
  const tag = uuid(number);
  const row = (second: number, type: string, message: FaultRecord): FaultRecord => ({
    parentUuid: second === 1 ? null : `${second - 1}-${tag}`,
    isSidechain: false,
    sessionId: tag,
    cwd: '/srv/garden',
    version: '2.1.4',
    type,
    message,
    uuid: `${second}-${tag}`,
    timestamp: time(second),
  });
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Grep', input: { pattern: word, path: 'notes.txt' } };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: `3 lines with ${word}`, is_error: false };
  const answer = (id: string, content: readonly unknown[]): FaultRecord => ({
    id,
    role: 'assistant',
    model: 'acme-2',
    content,
    usage: { input_tokens: 812, output_tokens: 31 },
  });
  const records = [
    { type: 'summary', summary: `About a ${word}`, leafUuid: `4-${tag}`, sessionId: tag },
    row(1, 'user', { role: 'user', content: `Where was the ${word} seen — überall?` }),
    row(2, 'assistant', answer('msg_1', [{ type: 'text', text: `I count each ${word}.` }, call])),
    row(3, 'user', { role: 'user', content: [result] }),
    row(4, 'assistant', answer('msg_2', [{ type: 'text', text: `The ${word} was seen three times, 見た.` }])),
    { type: 'file-history-snapshot', messageId: `1-${tag}`, snapshot: { trackedFileBackups: {}, word } },
  ];
  return { format: 'claude-code', name: `projects/garden/${tag}.jsonl`, tag, records };
}

function codexFile({ number, word }: Making): FaultFile {
  const tag = uuid(number);
  const line = (second: number, type: string, payload: FaultRecord): FaultRecord => ({
    timestamp: time(second),
    type,
    payload,
  });
  const said = (role: string, text: string): FaultRecord => ({
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  });
  const records = [
    line(0, 'session_meta', {
      id: tag,
      timestamp: time(0),
      cwd: '/srv/garden',
      originator: 'codex_cli_rs',
      cli_version: '0.139.0',
      source: 'cli',
      git: { branch: 'main' },
    }),
    line(1, 'event_msg', { type: 'task_started', turn_id: `turn-1-${tag}`, started_at: 1777622401 }),
    line(2, 'turn_context', { turn_id: `turn-1-${tag}`, cwd: '/srv/garden', model: 'acme-3', effort: 'medium' }),
    line(3, 'response_item', said('user', `Where was the ${word} seen — überall?`)),
    line(4, 'event_msg', { type: 'user_message', message: `Where was the ${word} seen — überall?`, images: [] }),
    line(5, 'response_item', {
      type: 'function_call',
      name: 'exec_command',
      arguments: JSON.stringify({ cmd: `grep -c ${word} notes.txt` }),
      call_id: 'call_1',
    }),
    line(6, 'response_item', { type: 'function_call_output', call_id: 'call_1', output: `3 lines with ${word}` }),
    line(7, 'response_item', said('assistant', `The ${word} was seen three times, 見た.`)),
    line(8, 'event_msg', { type: 'task_complete', turn_id: `turn-1-${tag}` }),
    line(9, 'response_item', said('user', `And the other ${word}?`)),
    line(10, 'response_item', said('assistant', `No other ${word} today.`)),
    line(11, 'event_msg', { type: 'thread_rolled_back', num_turns: 1 }),
  ];
  const name = `sessions/2026/05/01/rollout-2026-05-01T08-00-00-${tag}.jsonl`;
  return { format: 'codex', name, tag, records };
}
