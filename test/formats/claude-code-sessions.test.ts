import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TranscriptOutline } from '../../server/contract/transcript.ts';
import type { Companion } from '../../server/formats/adapter.ts';
import { claudeCode } from '../../server/formats/claude-code/adapter.ts';
import {
  assistant,
  type Line,
  type Reading,
  read,
  readBytes,
  SESSION,
  SESSION_KEY,
  sidechain,
  user,
  walk,
} from '../fixtures/claude-code/build.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/claude-code');
const FOLDER = '/home/ann/.claude/projects/-home-ann-shop';

/** Reads a fixture as if it lay in Claude Code's own folder. */
function readFixture(name: string, companions: readonly Companion[] = []): Reading {
  return readBytes(readFileSync(path.join(FIXTURES, name)), `${FOLDER}/${name}`, companions);
}

function readMeta(name: string): Companion {
  return claudeCode.readCompanion(`${FOLDER}/${name}`, readFileSync(path.join(FIXTURES, name)));
}

function only({ transcripts }: Reading): TranscriptOutline {
  expect(transcripts).toHaveLength(1);
  const [transcript] = transcripts;
  if (!transcript) throw new Error('no conversation');
  return transcript;
}

/** Searchable texts of the active branch. */
function texts({ drafts }: Reading, transcript: TranscriptOutline): string[] {
  const recordOf = new Map(transcript.entries.map((entry) => [entry.nativeId, entry.record]));
  return walk(transcript)
    .map((id) => drafts[recordOf.get(id) ?? -1]?.text ?? '')
    .filter((text) => text !== '');
}

describe('a session', () => {
  it('is read whole: key, title, folder, model, branch and texts', () => {
    const reading = readFixture(`${SESSION}.jsonl`);
    const main = only(reading);
    expect({ ...main, entries: main.entries.length }).toEqual({
      format: 'claude-code',
      nativeId: SESSION,
      sessionKey: SESSION_KEY,
      agentId: 'claude-code',
      kind: 'other',
      parentKey: null,
      title: 'Coupon rounding in the cart',
      project: '/home/ann/shop',
      model: 'claude-opus-4-6',
      isIncognito: false,
      isClosedWindow: false,
      familyNativeIds: [],
      entries: 14,
      leaf: 'a3',
    });
    expect(walk(main)).toEqual(['u1', 'a1', 't1', 't2', 'r2', 'r1', 'a2', 's1', 'u2', 'a3']);
    expect(texts(reading, main)).toEqual([
      'Why is the cart total wrong after the coupon?',
      'I will look at the cart and at the coupon side by side.',
      'The coupon is rounded twice; I fixed the second rounding.',
      'only the cart specs',
      'All 14 cart specs pass.',
    ]);
    expect(reading.issues).toEqual([]);
  });

  it('keeps its whole history over a compaction, and takes no title from another session', () => {
    const reading = readFixture('compacted.jsonl');
    const main = only(reading);
    expect(walk(main)).toEqual(['u1', 'a1', 'u2', 'a2', 'b1', 'sum', 'u3', 'a3']);
    expect(texts(reading, main)).not.toContain('Start with subscriptions instead.');
    expect([main.title, main.nativeId]).toEqual(['Payment provider move', '5e5e5e5e-2222-4222-8333-444455556666']);
  });

  it('keeps what is around broken lines', () => {
    const reading = readFixture('broken-lines.jsonl');
    expect(texts(reading, only(reading))).toEqual(['Where is the log written?', 'Into var/log.', 'And rotated when?']);
    expect(reading.issues.map(({ reason, lineNumber, count }) => [lineNumber, count, reason])).toEqual([
      [2, 2, 'line is not a JSON object'],
      [7, 1, 'last line is cut off'],
      [6, 1, 'the line before is not in the file: read on in file order'],
    ]);
  });

  it('is none when the file holds only snapshots and titles', () => {
    for (const reading of [readFixture('only-snapshots.jsonl'), read([])]) {
      expect(reading.transcripts).toEqual([]);
      expect(reading.issues).toEqual([
        { reason: 'no conversation in the file, only lines that steer it', lineNumber: null, count: 1 },
      ]);
    }
  });
});

describe('a session’s id', () => {
  const at = (name: string, ...sessionIds: unknown[]) =>
    read(
      sessionIds.map((sessionId, index) => user(`u${index}`, null, { sessionId })),
      `${FOLDER}/${name}`,
    ).transcripts[0]?.nativeId;
  const other = '99999999-1111-4222-8333-444455556666';

  it('is the file’s name when that is a UUID', () => {
    expect(at(`${SESSION}.jsonl`, other)).toBe(SESSION);
  });

  it('else the last one that a line names: resumed copies start with the ids of the sessions before', () => {
    expect(at('copy.jsonl', other, SESSION)).toBe(SESSION);
    expect(at(`${SESSION.toUpperCase()}.jsonl`, other)).toBe(other);
    expect(at('copy.jsonl', other, 7, '', 'a:b', '[trimmed]')).toBe(other);
  });

  it('else the file’s name, made fit for a key and still its own', () => {
    expect(at('notes.jsonl', null)).toBe('notes');
    const [one, two] = [at('my notes.jsonl', null), at('my  notes.jsonl', null)];
    expect(one).toMatch(/^my-notes-[0-9a-z]+$/);
    expect(one).not.toBe(two);
    expect(at('заметки:1.jsonl', null)).toMatch(/^заметки-1-[0-9a-z]+$/);
  });
});

describe('ids of entries', () => {
  const mode = { type: 'mode', mode: 'normal' };
  const early = [mode, user('u1', null), 'broken', mode, assistant('a1', 'u1')];
  const idsOf = (lines: readonly (Line | string)[]) =>
    read(lines).transcripts[0]?.entries.map((entry) => entry.nativeId) ?? [];

  it('come from the content where a line has none, and are the same in a grown copy', () => {
    const ids = idsOf(early);
    expect(new Set(ids).size).toBe(5);
    expect(ids[0]?.replace(/-0$/, '-1')).toBe(ids[3]);
    expect(idsOf([...early, 'broken', mode, user('u2', 'a1')]).slice(0, 5)).toEqual(ids);
    expect(idsOf([user('u0', null), ...early])).toEqual(['u0', ...ids]);
  });

  it('never take an id that a line has', () => {
    const taken = idsOf([mode, user('u1', null)])[0] ?? '';
    const ids = idsOf([mode, user(taken, null), user('x-u1-0', null), user('u1', null), user('u1', null)]);
    expect(new Set(ids).size).toBe(5);
    expect(ids.slice(1)).toEqual([taken, 'x-u1-0', 'x-u1-1', 'u1']);
  });
});

describe('sub-agents in files of their own', () => {
  const agentFile = `${SESSION}/subagents/agent-3f2c1ab.jsonl`;
  const nestedFile = `${SESSION}/subagents/workflows/wf-1/agent-9d0e4f2.jsonl`;
  const metas = [agentFile, nestedFile].map((name) => readMeta(name.replace('.jsonl', '.meta.json')));

  it('belong to the session of their folder, and are read through progress lines', () => {
    const agent = only(readFixture(agentFile, metas));
    expect(agent).toMatchObject({
      nativeId: `${SESSION}:3f2c1ab`,
      sessionKey: `agent:claude-code:subagent:${SESSION}:3f2c1ab`,
      kind: 'subagent',
      parentKey: SESSION_KEY,
      title: 'Survey coupons',
      leaf: 'k6',
    });
    expect(walk(agent)).toEqual(['k1', 'k2', 'k4', 'k5', 'k6']);
  });

  it('belong to another sub-agent when their companion file says so', () => {
    expect(only(readFixture(nestedFile, metas))).toMatchObject({
      sessionKey: `agent:claude-code:subagent:${SESSION}:9d0e4f2`,
      parentKey: `agent:claude-code:subagent:${SESSION}:3f2c1ab`,
      title: 'general-purpose',
    });
  });

  it('never belong to themselves', () => {
    const path = `${FOLDER}/${agentFile}`;
    const meta = new TextEncoder().encode('{"parentAgentId":"3f2c1ab","agentType":7}');
    const own = claudeCode.readCompanion(path.replace('.jsonl', '.meta.json'), meta);
    expect(only(readFixture(agentFile, [own]))).toMatchObject({
      parentKey: SESSION_KEY,
      title: 'Survey how coupons are rounded.',
    });
  });

  it('are named by their first prompt without a companion file, or with another format’s', () => {
    const foreign = [{ path: `${FOLDER}/${agentFile.replace('.jsonl', '.meta.json')}`, data: { title: 'store' } }];
    expect(only(readFixture(agentFile)).title).toBe('Survey how coupons are rounded.');
    expect(only(readFixture(agentFile, foreign)).title).toBe('Survey how coupons are rounded.');
  });

  it('may lie beside their session’s file, as they did before', () => {
    const lines = [sidechain(user('k1', null, { agentId: 'abc' })), sidechain(assistant('k2', 'k1'))];
    expect(read(lines, `${FOLDER}/agent-abc.jsonl`).transcripts).toMatchObject([
      { sessionKey: `agent:claude-code:subagent:${SESSION}:abc`, parentKey: SESSION_KEY, leaf: 'k2' },
    ]);
  });

  it('are ordinary sessions when only the file’s name says that they are sub-agents', () => {
    const { transcripts } = read([user('u1', null)], `${FOLDER}/agent-smith.jsonl`);
    expect(transcripts).toMatchObject([{ sessionKey: SESSION_KEY, kind: 'other' }]);
  });

  it('need a companion file that is a JSON object', () => {
    const bytes = new TextEncoder().encode('[]');
    expect(() => claudeCode.readCompanion('/x/agent-1.meta.json', bytes)).toThrow(
      expect.objectContaining({ kind: 'bad-input', message: expect.stringContaining('/x/agent-1.meta.json') }),
    );
  });
});

describe('sub-agents in their session’s file', () => {
  it('become conversations of their own, one for each root', () => {
    const { transcripts } = readFixture('inline-sidechains.jsonl');
    const session = '6f6f6f6f-3333-4222-8333-444455556666';
    expect(transcripts.map(({ sessionKey, kind, parentKey, title }) => [sessionKey, kind, parentKey, title])).toEqual([
      [`agent:claude-code:${session}`, 'other', null, 'Compare both date libraries.'],
      [
        `agent:claude-code:subagent:${session}:k1`,
        'subagent',
        `agent:claude-code:${session}`,
        'Read the first library.',
      ],
      [
        `agent:claude-code:subagent:${session}:m1`,
        'subagent',
        `agent:claude-code:${session}`,
        'Read the second library.',
      ],
    ]);
    expect(transcripts.map(walk)).toEqual([
      ['u1', 't1', 't2', 'r1', 'r2', 'a2'],
      ['k1', 'k2', 'k3'],
      ['m1', 'm2'],
    ]);
    expect(transcripts.flatMap((each) => each.entries.map((entry) => entry.record)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 11 }, (_, index) => index),
    );
  });

  it('start where they leave the main conversation, which runs past them', () => {
    const lines = [
      user('u1', null),
      sidechain(user('k1', 'u1')),
      sidechain(assistant('k2', 'k1')),
      assistant('a1', 'k2'),
    ];
    expect(read(lines).transcripts.map(walk)).toEqual([
      ['u1', 'a1'],
      ['k1', 'k2'],
    ]);
  });

  it('are named by their root, made fit for a key', () => {
    const keys = read([user('u1', null), sidechain(user('a:b c', null))]).transcripts.map(
      ({ sessionKey }) => sessionKey,
    );
    expect(keys[1]).toMatch(new RegExp(`^agent:claude-code:subagent:${SESSION}:a-b-c-[0-9a-z]+$`));
  });

  it('stay whole over a line that was never written, told apart by their agent ids', () => {
    const of = (agentId: string, line: Line) => sidechain({ ...line, agentId });
    const lines = [
      user('u1', null),
      of('a', user('k1', null)),
      of('b', user('m1', null)),
      of('a', assistant('k2', 'lost')),
      of('b', assistant('m2', 'lost')),
    ];
    expect(read(lines).transcripts.map(walk)).toEqual([['u1'], ['k1', 'k2'], ['m1', 'm2']]);
  });

  it('take the lines without a place along when the main conversation is silent', () => {
    const { transcripts } = read([
      { type: 'mode' },
      sidechain(user('k1', null)),
      'broken',
      sidechain(user('m1', null)),
    ]);
    expect(transcripts.map(({ entries }) => entries.map((entry) => entry.record))).toEqual([[0, 1, 2], [3]]);
  });
});
