import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Companion } from '../../server/formats/adapter.ts';
import { codex } from '../../server/formats/codex/adapter.ts';
import {
  active,
  assistant,
  event,
  item,
  line,
  meta,
  only,
  type Reading,
  read,
  readBytes,
  THREAD,
  texts,
  textsAside,
  user,
  uuidAt,
  write,
} from '../fixtures/codex/build.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/codex');
const FILES = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));

const SUB_AGENT = uuidAt('2026-05-01T08:05:30.500Z', 2);
const NESTED = uuidAt('2026-05-01T08:05:40.000Z', 3);
const FORK = uuidAt('2026-05-01T09:00:00.000Z', 4);
const REVIEW = uuidAt('2026-05-01T10:00:00.000Z', 5);
const FLAT = '5e5e5e5e-2222-4222-8333-444455556666';

/** The fixture of a session, in its own place. */
function readFixture(id: string, companions: readonly Companion[] = []): Reading {
  const name = FILES.find((file) => file.startsWith('sessions') && file.endsWith(`-${id}.jsonl`)) ?? id;
  return readBytes(readFileSync(path.join(FIXTURES, name)), `/home/ann/.codex/${name}`, companions);
}

function readIndex(): Companion {
  const name = 'session_index.jsonl';
  return codex.readCompanion(`/home/ann/.codex/${name}`, readFileSync(path.join(FIXTURES, name)));
}

const FIRST_TURN = ['Where do the tomatoes go this year?', 'Into bed four, which is empty.'];

describe('a session', () => {
  it('is read whole: key, title, folder, model, branch and texts', () => {
    const reading = readFixture(THREAD);
    const main = only(reading);
    expect({ ...main, entries: main.entries.length, leaf: main.leaf === main.entries.at(-1)?.nativeId }).toEqual({
      format: 'codex',
      nativeId: THREAD,
      sessionKey: `agent:codex:${THREAD}`,
      agentId: 'codex',
      kind: 'other',
      parentKey: null,
      title: 'Vegetable beds',
      project: '/home/ann/garden',
      model: 'gpt-5.6',
      isIncognito: false,
      isClosedWindow: false,
      familyNativeIds: [],
      entries: reading.drafts.length,
      leaf: true,
    });
    expect(texts(reading)).toEqual([
      ...FIRST_TURN,
      'Plan the peas instead.',
      'Peas climb along the fence.',
      'And the carrots?',
      'Carrots then, please.',
      'Carrots go into bed two after the frost.',
    ]);
    expect(textsAside(reading)).toEqual(['Plan the beans next to them.', 'Beans go into bed five.']);
  });

  it('draws its compaction once, with the summary, and searches neither that nor what replaces the history', () => {
    const reading = readFixture(THREAD);
    const at = reading.drafts.findIndex(({ outline }) => outline.kind === 'compaction');
    expect(reading.drafts[at]?.text).toBe('Tomatoes are in bed four, peas along the fence.');
    expect(only(reading).entries[at]?.isSearchable).toBe(false);
    expect(active(only(reading))).toContain(at);
    expect(reading.drafts.filter(({ outline }) => outline.kind === 'compaction')).toHaveLength(1);
    expect(reading.drafts.filter(({ text }) => text === FIRST_TURN[0])).toHaveLength(1);
  });

  it('tells of what could not be read', () => {
    expect(readFixture(THREAD).issues.map(({ reason, count }) => [reason, count])).toEqual([
      ['line is not a JSON object', 1],
      ['record type "dream" is not known', 1],
    ]);
  });

  it('of early flat records is read like any other', () => {
    const reading = readFixture(FLAT);
    expect(only(reading)).toMatchObject({ nativeId: FLAT, title: 'How deep do beans go?', model: null });
    expect(texts(reading)).toEqual(['How deep do beans go?', 'Three centimetres.']);
    expect(reading.issues).toEqual([]);
  });

  it('is none where nobody speaks, and the report says what there is instead', () => {
    const reading = readFixture('0a0a0a0a-3333-4333-8333-444455556666');
    expect(reading.transcripts).toEqual([]);
    expect(reading.issues).toEqual([
      { reason: 'no conversation in the file, only records that steer it', lineNumber: null, count: 1 },
      {
        reason: 'message is written as an event alone, without the item that it is a copy of: kept, not searched',
        lineNumber: 2,
        count: 1,
      },
    ]);
    expect(read([])).toEqual({ drafts: [], transcripts: [], issues: [] });
  });
});

describe('a session’s id', () => {
  const idOf = (head: object, name = 'copy.jsonl') =>
    only(read([line('session_meta', { ...head }), user('hi')], `/uploads/${name}`)).nativeId;

  it('is the one of the head that stands first', () => {
    expect(only(read([meta(), meta({ id: 'later' }), user('hi')])).nativeId).toBe(THREAD);
    expect(idOf({ id: 'own', session_id: 'root' })).toBe('own');
    expect(idOf({ session_id: 'root' })).toBe('root');
  });

  it('else the one in the file’s name, made fit for a key', () => {
    expect(idOf({}, `rollout-2026-05-01T08-00-00-${THREAD}.jsonl`)).toBe(THREAD);
    expect(idOf({}, 'notes.jsonl')).toBe('notes');
    expect(idOf({ id: 'a:b' })).toMatch(/^a-b-[0-9a-z]+$/);
    expect(only(read([user('hi')], '/uploads/.jsonl')).nativeId).toBe('unnamed');
  });
});

describe('a title', () => {
  const named = (...names: unknown[]) => names.map((name) => event('thread_name_updated', { thread_name: name }));
  const titleOf = (lines: Parameters<typeof read>[0], companions: readonly Companion[] = []) =>
    only(read([meta(), ...lines], undefined, companions)).title;
  const index = (name: string) =>
    codex.readCompanion('/home/ann/.codex/session_index.jsonl', write([{ id: THREAD, thread_name: name }]));

  it('is the latest name, else the one of the index, else the first prompt', () => {
    expect(titleOf([user('first'), ...named('one', 'two')], [index('kept')])).toBe('two');
    expect(titleOf([user('first'), ...named('one', ' ')], [index('kept')])).toBe('kept');
    expect(titleOf([user('first'), user('second'), ...named('one', '', 7)], [index('')])).toBe('first');
    expect(titleOf([user('<turn_aborted>x</turn_aborted>'), assistant('hm')])).toBeNull();
  });

  it('comes from the index’s last line on the session', () => {
    expect(only(readFixture(FORK, [readIndex()])).title).toBe('Potatoes');
    expect(only(readFixture(THREAD, [readIndex()])).title).toBe('Vegetable beds');
    expect(only(readFixture(FLAT, [readIndex()])).title).toBe('How deep do beans go?');
  });

  it('of a picture alone is a word for it', () => {
    const content = [{ type: 'input_image', image_url: 'data:image/png;base64,AAAA' }];
    expect(titleOf([item('message', { role: 'user', content })])).toBe('Image');
  });

  it('is never taken from an index that is none', () => {
    expect(() => codex.readCompanion('/x/session_index.jsonl', write(['[]', { name: 'x' }]))).toThrow(
      'is no index of Codex sessions',
    );
    expect(titleOf([user('first')], [codex.readCompanion('/x/session_index.jsonl', new Uint8Array())])).toBe('first');
  });
});

describe('a sub-agent', () => {
  it('stands under the session that started it, with its own part alone', () => {
    const reading = readFixture(SUB_AGENT);
    expect(only(reading)).toMatchObject({
      nativeId: SUB_AGENT,
      sessionKey: `agent:codex:subagent:${SUB_AGENT}`,
      kind: 'subagent',
      parentKey: `agent:codex:${THREAD}`,
      title: 'Check the frost dates for carrots.',
      model: 'gpt-5.5-mini',
    });
    expect(texts(reading)).toEqual(['Check the frost dates for carrots.', 'Frost ends in mid May.']);
    expect(textsAside(reading)).toEqual([]);
    expect(reading.issues).toEqual([
      {
        reason:
          'record is a copy from the session that this one came from: kept here, searched there; import that one too',
        lineNumber: 2,
        count: 16,
      },
    ]);
  });

  it('may stand under another one', () => {
    expect(only(readFixture(NESTED))).toMatchObject({
      sessionKey: `agent:codex:subagent:${NESTED}`,
      parentKey: `agent:codex:subagent:${SUB_AGENT}`,
      title: 'Ask the weather station.',
    });
    expect(texts(readFixture(NESTED))).toEqual(['The station says 14 May.']);
  });

  it('may be a review, which names its parent in its head', () => {
    const reading = readFixture(REVIEW);
    expect(only(reading)).toMatchObject({ kind: 'subagent', parentKey: `agent:codex:${THREAD}` });
    expect(texts(reading)).toHaveLength(2);
    expect(reading.issues).toEqual([]);
  });

  it('is one without a parent where nothing names another thread', () => {
    const guardian = { source: { subagent: { other: 'guardian' } }, session_id: THREAD };
    expect(only(read([meta(guardian), user('May it?')]))).toMatchObject({ kind: 'subagent', parentKey: null });
    const known = { ...guardian, session_id: 'root', agent_nickname: 'Guard' };
    expect(only(read([meta(known), assistant('yes')]))).toMatchObject({
      parentKey: 'agent:codex:root',
      title: 'Guard',
    });
  });
});

describe('a fork', () => {
  it('keeps its copied history beside its own part, and leaves it to be searched where it came from', () => {
    const reading = readFixture(FORK);
    expect(only(reading)).toMatchObject({ kind: 'other', parentKey: null, title: 'What about potatoes?' });
    expect(texts(reading)).toEqual(['What about potatoes?', 'Potatoes want the long bed.']);
    expect(reading.issues).toMatchObject([{ lineNumber: 2, count: 16 }]);
  });
});

describe('ids of entries', () => {
  const early = [meta(), user('again'), 'broken', user('again'), assistant('yes')];
  const idsOf = (lines: Parameters<typeof read>[0]) => only(read(lines)).entries.map(({ nativeId }) => nativeId);

  it('come from the content, apart for equal records, and are the same in a grown copy', () => {
    const ids = idsOf(early);
    expect(new Set(ids).size).toBe(5);
    expect(ids[1]?.replace(/-0$/, '-1')).toBe(ids[3]);
    expect(idsOf([...early, user('again'), 'broken']).slice(0, 5)).toEqual(ids);
  });
});
