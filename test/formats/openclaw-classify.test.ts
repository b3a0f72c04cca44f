import { describe, expect, it } from 'vitest';
import type { FileRole } from '../../server/formats/adapter.ts';
import { openclaw } from '../../server/formats/openclaw/adapter.ts';
import { answer, header, jsonLines, user } from './openclaw-support.ts';

const HOME = '/home/someone/.openclaw/agents/main/sessions';
const TALK = [header(), user('a', null), answer('b', 'a')];
const encoder = new TextEncoder();
const TRANSCRIPT: FileRole = { role: 'transcript' };

function classify(path: string, content: readonly unknown[] | string = TALK): FileRole | null {
  const head = typeof content === 'string' ? encoder.encode(content) : jsonLines(content);
  return openclaw.classify({ path, head: head.subarray(0, 65_536), size: head.length });
}

function skipReason(path: string): string | null {
  const role = classify(path);
  return role?.role === 'skip' ? role.reason : null;
}

describe('transcripts', () => {
  it.each([
    'a7.jsonl',
    'a7-topic-12.jsonl',
    'a7.jsonl.reset.2026-04-01T10-00-00.000Z',
    '2026-04-01T10-00-00-000Z_a7.jsonl',
  ])('takes %s in an agent folder', (name) => {
    expect(classify(`${HOME}/${name}`)).toEqual(TRANSCRIPT);
  });

  it('takes files that were moved elsewhere, by their records', () => {
    expect(classify('/uploads/talk.jsonl')).toEqual(TRANSCRIPT);
    expect(classify('/uploads/a7.jsonl.reset.2026-04-01T10-00-00.000Z')).toEqual(TRANSCRIPT);
  });

  it('takes a file that starts in the middle, without a header', () => {
    expect(classify('/uploads/rest.jsonl', TALK.slice(1))).toEqual(TRANSCRIPT);
  });

  it('takes a file whose first line is damaged or longer than the head', () => {
    expect(classify('/uploads/talk.jsonl', ['{"type":"sess', ...TALK.slice(1)])).toEqual(TRANSCRIPT);
    expect(classify('/uploads/talk.jsonl', [user('a', null, 'long '.repeat(20_000)), answer('b', 'a')])).toEqual(
      TRANSCRIPT,
    );
  });

  it('takes an empty file in an agent folder only', () => {
    expect(classify(`${HOME}/a7.jsonl`, '')).toEqual(TRANSCRIPT);
    expect(classify('/uploads/a7.jsonl', '')).toBeNull();
  });
});

describe('files beside transcripts', () => {
  const checkpoint = 'a7.checkpoint.1b000000-0000-4000-8000-000000000001.jsonl';
  it.each([
    ['a7.jsonl.deleted.2026-05-02T05-34-23.416Z', 'archived as deleted by OpenClaw'],
    ['a7.jsonl.deleted.2026-05-02T05-34-23.416Z.zst', 'archived as deleted by OpenClaw'],
    ['a7.jsonl.bak-4232-1777903094139', 'backup copy made by OpenClaw'],
    ['a7.jsonl.corrupt-2026-05-02T05-34-23-416Z-1a2b3c4d.jsonl', 'backup copy made by OpenClaw'],
    ['sessions.json.bak.1777903094139', 'backup copy made by OpenClaw'],
    [checkpoint, 'copy from before a compaction, with the same message ids'],
    ['a7.trajectory.jsonl', 'run telemetry, not a transcript'],
    ['a7.jsonl.lock', 'lock file'],
    ['write.lock', 'lock file'],
    ['a7.jsonl.zst', 'compressed archive: unpack it with "zstd -d" and import the result'],
    [
      'a7.jsonl.reset.2026-05-02T05-34-23.416Z.zst',
      'compressed archive: unpack it with "zstd -d" and import the result',
    ],
  ])('skips %s', (name, reason) => {
    expect(skipReason(`${HOME}/${name}`)).toBe(reason);
  });

  it('skips logs by their place', () => {
    const runs = '/home/someone/.openclaw/cron/runs/plants.jsonl';
    expect(classify(runs, [{ ts: 1, jobId: 'plants', action: 'finished' }])).toEqual({
      role: 'skip',
      reason: 'log of cron runs, not a transcript',
    });
    expect(classify(runs)).toEqual(TRANSCRIPT);
    expect(skipReason('/home/someone/.openclaw/logs/config-audit.jsonl')).toMatch(/audit log/);
  });

  it('does not mistake a session named checkpoint for one', () => {
    expect(classify(`${HOME}/a7.checkpoint.notes.jsonl`)).toEqual(TRANSCRIPT);
  });
});

describe('the store', () => {
  const entries = JSON.stringify({ 'agent:main:main': { sessionId: 's1' } });

  it('is a companion under its own name, and under longer ones', () => {
    expect(classify(`${HOME}/sessions.json`, entries)).toEqual({ role: 'companion' });
    expect(classify('/uploads/my-sessions.json', entries)).toEqual({ role: 'companion' });
  });

  it('may be empty in an agent folder', () => {
    expect(classify(`${HOME}/sessions.json`, '{}')).toEqual({ role: 'companion' });
  });

  it('is told by its beginning when it is longer than the head', () => {
    const long = JSON.stringify({ 'agent:main:main': { sessionId: 's1', skillsSnapshot: 'x'.repeat(70_000) } });
    expect(classify('/uploads/sessions.json', long)).toEqual({ role: 'companion' });
  });

  it('is not any other file of that name', () => {
    expect(classify('/uploads/sessions.json', '{"sessions":[]}')).toBeNull();
    expect(classify('/uploads/sessions.json', '[]')).toBeNull();
    expect(classify('/uploads/sessions.json', 'not json')).toBeNull();
  });
});

describe('files of other formats', () => {
  it.each([
    [
      'Claude Code',
      { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'hi' } },
    ],
    ['Claude Code summaries', { type: 'summary', summary: 's', leafUuid: 'u' }],
    ['Codex', { timestamp: '2026-05-01T08:00:00Z', type: 'session_meta', payload: { id: 'x' } }],
    ['Copilot', { type: 'session.start', data: {}, id: 'x', timestamp: '2026-05-01T08:00:00Z', parentId: null }],
    ['Gemini', { sessionId: 's', projectHash: 'h', startTime: '2026-05-01T08:00:00Z' }],
    ['OpenAI', { messages: [{ role: 'user', content: 'hi' }] }],
  ])('leaves %s alone, in an agent folder too', (_name, record) => {
    expect(classify('/uploads/talk.jsonl', [record, record])).toBeNull();
    expect(classify(`${HOME}/talk.jsonl`, [record, record])).toBeNull();
  });

  it('leaves files that are no JSON lines alone', () => {
    expect(classify('/uploads/talk.jsonl', 'no json at all\n')).toBeNull();
    expect(classify('/uploads/talk.jsonl', '[\n{"type":"message"}\n]\n')).toBeNull();
    expect(classify('/uploads/talk.json')).toBeNull();
  });
});

describe("Pi's files, of the same family", () => {
  it('are told by their names and folders', () => {
    expect(classify('/sessions/2026-04-01T10-00-00-000Z_a7.jsonl')).toBeNull();
    expect(classify('/sessions/--home-someone-work--/a7.jsonl')).toBeNull();
    expect(classify('/home/someone/.pi/agent/sessions/a7.jsonl')).toBeNull();
  });

  it.each([
    [
      'a shell command',
      [header(), { type: 'message', id: 'a', parentId: null, message: { role: 'bashExecution', command: 'ls' } }],
    ],
    ['a fork', [header({ branchedFrom: '/x.jsonl' }), user('a', null)]],
    ['a parent file in its folder', [header({ parentSession: '/home/someone/.pi/agent/x.jsonl' }), user('a', null)]],
    [
      'a kept index',
      [header(), user('a', null), { type: 'compaction', id: 'k', parentId: 'a', firstKeptEntryIndex: 0 }],
    ],
    [
      'version 1',
      [
        { type: 'session', id: 's1', cwd: '/w' },
        { type: 'message', message: { role: 'user', content: 'x' } },
      ],
    ],
    [
      'a time-ordered id and no model snapshot',
      [
        header({ id: '019e19b4-eb48-746a-aa6b-8dfcfa37954b' }),
        { type: 'thinking_level_change', id: 't', parentId: null, thinkingLevel: 'off' },
        user('a', 't'),
      ],
    ],
  ])('are told by %s', (_name, rows) => {
    expect(classify('/uploads/talk.jsonl', rows)).toBeNull();
    expect(classify(`${HOME}/talk.jsonl`, rows)).toEqual(TRANSCRIPT);
  });

  it.each([
    ['a model snapshot', { type: 'custom', customType: 'model-snapshot', id: 'c', parentId: null, data: {} }],
    [
      'a record of its own',
      { type: 'custom_message', customType: 'openclaw.runtime-context', id: 'c', parentId: null },
    ],
    ['a leaf control', { type: 'leaf', id: 'c', parentId: null, targetId: null }],
    ['a side row', { ...user('c', null), appendMode: 'side' }],
    ['a mirror', answer('c', null, 'x', { provider: 'openclaw' })],
  ])('do not get what OpenClaw marks by %s', (_name, mark) => {
    const rows = [
      header({ id: '019e19b4-eb48-746a-aa6b-8dfcfa37954b' }),
      { type: 'thinking_level_change', id: 't' },
      mark,
    ];
    expect(classify('/uploads/talk.jsonl', rows)).toEqual(TRANSCRIPT);
  });
});
