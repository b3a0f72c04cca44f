import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../server/formats/claude-code/adapter.ts';
import { SESSION, sidechain, user } from '../fixtures/claude-code/build.ts';

const FOLDER = '/home/ann/.claude/projects/-home-ann-shop';

describe('classification', () => {
  const classify = (name: string, text: string, size?: number) => {
    const bytes = new TextEncoder().encode(text);
    return claudeCode.classify({
      path: `${FOLDER}/${name}`,
      head: bytes.subarray(0, 65_536),
      size: size ?? bytes.length,
    });
  };
  const json = (...lines: readonly unknown[]) => lines.map((each) => `${JSON.stringify(each)}\n`).join('');

  it('knows a transcript by its lines, and a sub-agent’s too', () => {
    const first: readonly unknown[] = [
      user('u1', null),
      { type: 'user', message: { content: 'bare' } },
      { type: 'summary', summary: 'x', leafUuid: 'y' },
      { type: 'file-history-snapshot', messageId: 'x', snapshot: {} },
      { type: 'permission-mode', permissionMode: 'plan', sessionId: 's' },
      { type: 'attachment', attachment: { type: 'queued_command' } },
    ];
    for (const line of first) expect(classify('x.jsonl', json(line))).toEqual({ role: 'transcript' });
    expect(classify('x.jsonl', `broken\n\n${json({ type: 'novelty' }, user('u1', null))}`)).toEqual({
      role: 'transcript',
    });
    expect(classify('x.jsonl', JSON.stringify(user('u1', null)))).toEqual({ role: 'transcript' });
    expect(classify(`${SESSION}/subagents/agent-1.jsonl`, json(sidechain(user('k', null))))).toEqual({
      role: 'transcript',
    });
  });

  it('knows one whose first line is longer than what is looked at', () => {
    const long = 'x'.repeat(100_000);
    expect(classify('x.jsonl', json(user('u1', null, { toolUseResult: long })))).toEqual({ role: 'transcript' });
    const snapshot = { type: 'file-history-snapshot', snapshot: { trackedFileBackups: { [long]: {} } } };
    expect(classify('x.jsonl', json(snapshot))).toEqual({ role: 'transcript' });
    const quoted = { type: 'message', id: '1', message: { role: 'user', content: `"parentUuid": ${long}` } };
    expect(classify('x.jsonl', json(quoted))).toBeNull();
  });

  it('knows companions, and skips what is no conversation', () => {
    expect(classify(`${SESSION}/subagents/agent-1.meta.json`, '{}')).toEqual({ role: 'companion' });
    expect(classify(`${SESSION}/subagents/workflows/w/journal.jsonl`, json(user('u1', null)))).toMatchObject({
      role: 'skip',
    });
    expect(classify(`${SESSION}/tool-results/toolu_1.jsonl`, json(user('u1', null)))).toMatchObject({ role: 'skip' });
    expect(classify('notes/tool-results/a.jsonl', json(user('u1', null)))).toEqual({ role: 'transcript' });
  });

  it('leaves other formats’ files alone', () => {
    const foreign: readonly (readonly unknown[])[] = [
      [
        { type: 'session', version: 3, id: '1', timestamp: 't', cwd: '/' },
        { type: 'message', id: '2', parentId: null, message: { role: 'user' } },
      ],
      [
        { type: 'session', id: '1' },
        { type: 'custom', id: '2', parentId: '1', data: {} },
        { type: 'compaction', summary: 's' },
      ],
      [
        { timestamp: 't', type: 'session_meta', payload: { id: 'x' } },
        { timestamp: 't', type: 'response_item', payload: {} },
      ],
      [
        { sessionId: 's', projectHash: 'h' },
        { id: '1', type: 'user', content: 'hi' },
        { id: '2', type: 'gemini', content: 'ho' },
      ],
      [{ type: 'user.message', data: { content: 'hi' }, id: '1', parentId: null }],
      [{ role: 'user', message: { content: [] } }],
      [{ messages: [{ role: 'user', content: 'hi' }] }],
      [{ display: 'hi', pastedContents: {}, timestamp: 1, project: '/' }],
      [[1], 'text', 7, null],
    ];
    for (const lines of foreign) expect(classify('x.jsonl', json(...lines))).toBeNull();
    expect(classify('x.json', json(user('u1', null)))).toBeNull();
    expect(classify('x.jsonl.deleted.2026', json(user('u1', null)))).toBeNull();
    expect(classify('x.jsonl', '')).toBeNull();
    expect(
      claudeCode.classify({ path: `${FOLDER}/x.jsonl`, head: new Uint8Array([0xff, 0xfe, 0x7b, 0]), size: 4 }),
    ).toBeNull();
  });
});
