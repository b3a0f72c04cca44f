import { describe, expect, it } from 'vitest';
import { AppError } from '../../server/errors.ts';
import { openclaw } from '../../server/formats/openclaw/adapter.ts';
import type { SessionStore } from '../../server/formats/openclaw/store.ts';
import { answer, header, jsonLines, readTranscript, storeOf, user } from './openclaw-support.ts';

const HOME = '/home/someone/.openclaw/agents/main/sessions';
const TALK = jsonLines([header(), user('a', null, 'First words.'), answer('b', 'a')]);

function describeFile(entries: Record<string, unknown>, path = `${HOME}/s1.jsonl`, bytes = TALK) {
  return readTranscript(bytes, { path, companions: [storeOf(entries)] }).transcript;
}

describe('a file without a store', () => {
  const { transcript } = readTranscript(TALK);

  it('is named by its folder’s agent and its session id', () => {
    expect(transcript).toMatchObject({
      sessionKey: 'agent:main:s1',
      agentId: 'main',
      nativeId: 's1',
      kind: 'other',
      parentKey: null,
    });
    expect(readTranscript(TALK, { path: '/x/agents/helper/sessions/s1.jsonl' }).transcript.sessionKey).toBe(
      'agent:helper:s1',
    );
    expect(readTranscript(TALK, { path: '/uploads/talk.jsonl' }).transcript.sessionKey).toBe('agent:main:s1');
  });

  it('is named by the file name when it has no header', () => {
    const bytes = jsonLines([user('a', 'gone')]);
    const keyOf = (name: string) => readTranscript(bytes, { path: `${HOME}/${name}` }).transcript.sessionKey;
    expect(keyOf('a7.jsonl')).toBe('agent:main:a7');
    expect(keyOf('a7.jsonl.reset.2026-04-01T10-00-00.000Z')).toBe('agent:main:a7');
    expect(keyOf('2026-04-01T10-00-00-000Z_a7.jsonl')).toBe('agent:main:a7');
    expect(keyOf('.jsonl')).toBe('agent:main:unnamed');
  });

  it('takes title, project and model from its records', () => {
    expect(transcript).toMatchObject({
      title: 'First words.',
      project: '/work',
      model: 'm',
      isIncognito: false,
      isClosedWindow: false,
    });
    const named = jsonLines([
      header(),
      user('a', null),
      { type: 'session_info', id: 'n', parentId: 'a', name: 'A name' },
    ]);
    expect(readTranscript(named).transcript.title).toBe('A name');
  });

  it('keeps topics of one chat apart', () => {
    expect(readTranscript(TALK, { path: `${HOME}/s1-topic-7.jsonl` }).transcript).toMatchObject({
      nativeId: 's1-topic-7',
      sessionKey: 'agent:main:s1-topic-7',
    });
  });
});

describe('the store’s entry', () => {
  it('is found by session id, whatever the file is called', () => {
    expect(describeFile({ main: { sessionId: 's1' } }, '/uploads/1-talk.jsonl')).toMatchObject({
      sessionKey: 'agent:main:main',
      kind: 'main',
    });
  });

  it('is found by the file’s name in a path of another machine', () => {
    const sessionFile = 'C:\\Users\\someone\\.openclaw\\agents\\main\\sessions\\renamed.jsonl';
    const entries = { 'agent:main:main': { sessionId: 'other', sessionFile } };
    expect(describeFile(entries, `${HOME}/renamed.jsonl`).sessionKey).toBe('agent:main:main');
  });

  it('gives title, parent, kind, project and model', () => {
    const entry = {
      sessionId: 's1',
      label: 'Tide tables',
      spawnedBy: 'main',
      model: 'stored',
      chatType: 'direct',
      origin: { label: 'not this' },
    };
    expect(describeFile({ 'agent:main:subagent:1': entry })).toMatchObject({
      title: 'Tide tables',
      parentKey: 'agent:main:main',
      kind: 'subagent',
      project: '/work',
      model: 'm',
    });
  });

  it.each([
    [{ displayName: 'one', subject: 'two', label: 'three', origin: { label: 'four' } }, 'one'],
    [{ subject: 'two', label: 'three', origin: { label: 'four' } }, 'two'],
    [{ displayName: ' ', label: 'three', origin: { label: 'four' } }, 'three'],
    [{ origin: { label: 'four' } }, 'four'],
    [{ displayName: 7 }, 'First words.'],
  ])('names the session: %j', (fields, title) => {
    expect(describeFile({ main: { sessionId: 's1', ...fields } }).title).toBe(title);
  });

  it('never makes a session its own parent', () => {
    expect(describeFile({ 'agent:main:main': { sessionId: 's1', spawnedBy: 'main' } }).parentKey).toBeNull();
    expect(describeFile({ 'agent:main:main': { sessionId: 's1', spawnedBy: 'agent::x' } }).parentKey).toBeNull();
  });

  it('of a cron run is the one that stays true when the job runs again', () => {
    const run = { sessionId: 's1', updatedAt: 1 };
    const entries = { 'agent:main:cron:plants': { ...run, updatedAt: 9 }, 'agent:main:cron:plants:run:s1': run };
    expect(describeFile(entries)).toMatchObject({ sessionKey: 'agent:main:cron:plants:run:s1', kind: 'cron' });
  });

  it('marks incognito sessions, by key or by flag', () => {
    expect(describeFile({ 'agent:main:dashboard:incognito-5': { sessionId: 's1' } }).isIncognito).toBe(true);
    expect(describeFile({ 'agent:main:subagent:incognito-5': { sessionId: 's1' } }).isIncognito).toBe(true);
    expect(describeFile({ 'agent:main:x': { sessionId: 's1', incognito: true } }).isIncognito).toBe(true);
    expect(describeFile({ 'agent:main:incognito-cafe': { sessionId: 's1' } }).isIncognito).toBe(false);
  });

  it('of a topic has to name the file or the topic', () => {
    const path = `${HOME}/s1-topic-7.jsonl`;
    expect(describeFile({ 'agent:main:telegram:group:1': { sessionId: 's1' } }, path).sessionKey).toBe(
      'agent:main:s1-topic-7',
    );
    const key = 'agent:main:telegram:group:1:topic:7';
    expect(describeFile({ [key]: { sessionId: 's1' } }, path)).toMatchObject({ sessionKey: key, kind: 'group' });
    expect(describeFile({ [key]: { sessionId: 's9', sessionFile: '/x/s1-topic-7.jsonl' } }, path).sessionKey).toBe(key);
  });

  it('comes from the nearest store that knows the file', () => {
    const companions = [
      storeOf({ a: { sessionId: 'other' } }),
      storeOf({ b: { sessionId: 's1' } }),
      storeOf({ c: { sessionId: 's1' } }),
    ];
    expect(readTranscript(TALK, { companions }).transcript.sessionKey).toBe('agent:main:b');
  });
});

describe('windows of one key', () => {
  const entries = { 'agent:main:main': { sessionId: 's3', usageFamilySessionIds: ['s1', 's2', 's3'] } };

  it('are closed once the key lives on under another id, and name the others oldest first', () => {
    expect(describeFile(entries)).toMatchObject({
      sessionKey: 'agent:main:main',
      isClosedWindow: true,
      familyNativeIds: ['s2', 's3'],
    });
  });

  it('are open for the present id', () => {
    const bytes = jsonLines([header({ id: 's3' }), user('a', null)]);
    expect(describeFile(entries, `${HOME}/s3.jsonl`, bytes)).toMatchObject({
      isClosedWindow: false,
      familyNativeIds: ['s1', 's2'],
    });
  });

  it('are closed in a file that a reset put aside', () => {
    const path = `${HOME}/s1.jsonl.reset.2026-04-01T10-00-00.000Z`;
    expect(describeFile(entries, path)).toMatchObject({
      nativeId: 's1',
      sessionKey: 'agent:main:main',
      isClosedWindow: true,
    });
    expect(readTranscript(TALK, { path }).transcript.isClosedWindow).toBe(true);
  });

  it('do not share an id with a file that lives on under it', () => {
    const path = `${HOME}/s1.jsonl.reset.2026-04-01T10-00-00.000Z`;
    expect(describeFile({ 'agent:main:main': { sessionId: 's1' } }, path)).toMatchObject({
      nativeId: 's1.reset.2026-04-01T10-00-00.000Z',
      sessionKey: 'agent:main:main',
      isClosedWindow: true,
    });
    const topic = `${HOME}/s1-topic-7.jsonl.reset.2026-04-01T10-00-00.000Z`;
    expect(describeFile({ 'agent:main:telegram:group:1:topic:7': { sessionId: 's1' } }, topic).nativeId).toBe(
      's1-topic-7.reset.2026-04-01T10-00-00.000Z',
    );
  });
});

describe('reading a store', () => {
  it('lists the transcripts that it names, and counts what it cannot use', () => {
    const entries = {
      main: { sessionId: 's1' },
      'agent:main:x': { sessionId: 's2', sessionFile: '/x/s2-topic-1.jsonl' },
      'agent::y': { sessionId: 's3' },
      z: { sessionId: 7 },
      w: null,
    };
    const { listed, unusable } = storeOf(entries).data as SessionStore;
    expect(listed).toEqual([
      { sessionKey: 'agent:main:main', sessionId: 's1', fileName: 's1.jsonl' },
      { sessionKey: 'agent:main:x', sessionId: 's2', fileName: 's2-topic-1.jsonl' },
    ]);
    expect(unusable).toBe(3);
  });

  it.each(['[]', 'nonsense', '', '5'])('says what is wrong with %j', (text) => {
    const reading = () => openclaw.readCompanion('/x/sessions.json', new TextEncoder().encode(text));
    expect(reading).toThrow(AppError);
    expect(reading).toThrow(/sessions\.json is not OpenClaw's list of sessions/);
  });

  it('takes names of prototypes as names', () => {
    const text = '{"__proto__":{"sessionId":"s1"},"constructor":{"sessionId":"s2"}}';
    const store = openclaw.readCompanion('/x/sessions.json', new TextEncoder().encode(text)).data as SessionStore;
    expect(store.listed.map((session) => session.sessionKey)).toEqual([
      'agent:main:__proto__',
      'agent:main:constructor',
    ]);
    expect(({} as Record<string, unknown>).sessionId).toBeUndefined();
  });
});
