import { describe, expect, it } from 'vitest';
import { codex } from '../../server/formats/codex/adapter.ts';
import { adapterFor } from '../../server/formats/registry.ts';
import { assistant, event, item, type Line, line, meta, PATH, user, write } from '../fixtures/codex/build.ts';

const HEAD_BYTES = 65_536;
const encode = (text: string) => new TextEncoder().encode(text);

function roleOf(bytes: Uint8Array, path = '/uploads/copy.jsonl') {
  const file = { path, head: bytes.subarray(0, HEAD_BYTES), size: bytes.length };
  return codex.classify(file);
}
const isTranscript = (lines: readonly (Line | string)[], path?: string) =>
  roleOf(write(lines), path)?.role === 'transcript';

describe('a transcript', () => {
  it('is known by its records, whatever the file is called', () => {
    for (const each of [meta(), user('hi'), event('token_count'), line('turn_context', {}), line('compacted', {})])
      expect(isTranscript(['broken', {}, each])).toBe(true);
    expect(isTranscript([meta()], '/uploads/copy.txt')).toBe(false);
  });

  it('of flat records is known by its first line, or by its name', () => {
    const flat = [
      { id: 'a', timestamp: '2025-07-01T10:00:00.000Z', instructions: null },
      user('hi')['payload'] as Line,
    ];
    expect(isTranscript(flat)).toBe(true);
    expect(isTranscript(flat.slice(1))).toBe(false);
    expect(isTranscript(flat.slice(1), PATH)).toBe(true);
    expect(isTranscript([{ record_type: 'state' }])).toBe(true);
  });

  it('is known when its first line is longer than what is looked at', () => {
    const long = meta({ base_instructions: { text: 'x'.repeat(100_000) } });
    expect(isTranscript([long, user('hi')])).toBe(true);
    expect(isTranscript([{ ordinal: 0, ...long }])).toBe(true);
    expect(isTranscript([user('x'.repeat(100_000))], PATH)).toBe(false);
    expect(isTranscript([{ note: `"type":"session_meta","payload":{${'x'.repeat(100_000)}` }])).toBe(false);
  });

  it('is none where the lines are another program’s', () => {
    for (const each of [
      { type: 'user', uuid: 'u', message: { role: 'user', content: 'hi' } },
      { type: 'message', id: 'a', parentId: null, message: { role: 'user', content: 'hi' } },
      { type: 'session', id: 'a', timestamp: '2026-05-01T08:00:00.000Z', cwd: '/home' },
      { id: 'a', timestamp: '2026-05-01T08:00:00.000Z', data: {} },
      { messages: [] },
      { type: 'event_msg', payload: {} },
      { timestamp: 'x', type: 'novelty', payload: {} },
      item('message')['payload'] as Line,
    ]) {
      expect(isTranscript([each])).toBe(false);
    }
    expect(isTranscript([])).toBe(false);
    expect(roleOf(new Uint8Array())).toBeNull();
  });

  it('is told in linear time', () => {
    const start = process.cpuUsage();
    for (const piece of ['{"type":"', '\n', '{', ' ', '"session_meta"']) roleOf(encode(piece.repeat(HEAD_BYTES)));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1500);
  });
});

describe('what lies beside transcripts', () => {
  it('is an index of names', () => {
    expect(roleOf(encode(''), '/home/ann/.codex/session_index.jsonl')).toEqual({ role: 'companion' });
  });

  it('is skipped with a reason, and the way out where there is one', () => {
    const zst = `${PATH.replace('sessions/2026/05/01', 'archived_sessions')}.zst`;
    expect(adapterFor({ path: zst, head: new Uint8Array(), size: 0 })).toMatchObject({
      adapter: { format: 'codex' },
      role: { role: 'skip', reason: 'compressed session: unpack it with "zstd -d" and import the result' },
    });
    expect(roleOf(encode('SQLite format 3'), '/home/ann/.codex/state_5.sqlite-wal')?.role).toBe('skip');
    const prompts = write([{ session_id: 'a', ts: 1_777_622_405, text: 'hi' }]);
    expect(roleOf(prompts, '/home/ann/.codex/history.jsonl')?.role).toBe('skip');
  });

  it('is not ours under the same name alone', () => {
    const prompts = write([{ display: 'hi', timestamp: 1_777_622_405, project: '/home' }]);
    expect(roleOf(prompts, '/home/ann/.claude/history.jsonl')).toBeNull();
    expect(roleOf(encode('SQLite format 3'), '/home/ann/state.sqlite')).toBeNull();
    expect(roleOf(write([assistant('hi')]), '/home/ann/history.jsonl')?.role).toBe('transcript');
  });
});
