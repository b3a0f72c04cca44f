import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { notFound } from '../../server/errors.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { verifySession } from '../../server/operate/verify-session.ts';
import { deleteSession } from '../../server/transcripts/delete-session.ts';
import { find, search } from '../support/asking.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, leaveUnfinished, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

const NAMES = ['owner', 'operator', 'member', 'other'] as const;
type Name = (typeof NAMES)[number];

/** Who may see each session, and who may delete it. Nobody may do anything with `unfinished`. */
const SESSIONS: readonly {
  key: string;
  of: Name;
  isIncognito?: boolean;
  seen: readonly Name[];
  deleted: readonly Name[];
}[] = [
  { key: 'plain', of: 'member', seen: ['owner', 'operator', 'member'], deleted: ['owner', 'member'] },
  { key: 'incognito', of: 'member', isIncognito: true, seen: ['owner', 'member'], deleted: ['owner', 'member'] },
  { key: 'operated', of: 'operator', isIncognito: true, seen: ['owner', 'operator'], deleted: ['owner', 'operator'] },
  { key: 'owned', of: 'owner', isIncognito: true, seen: ['owner'], deleted: ['owner'] },
  { key: 'unfinished', of: 'member', seen: [], deleted: [] },
];

describe('a session behind each door', () => {
  let store: TestStore;
  const people = new Map<Name, Person>();
  const person = (name: Name): Person => {
    const found = people.get(name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };
  const read = (name: Name) => reader(store.engine, person(name));
  const write = (name: Name) => writer(store.engine, person(name));
  const refused = { kind: 'not-found', message: notFound().message };

  beforeAll(async () => {
    store = openTestStore();
    for (const name of NAMES) {
      people.set(name, await addTestPerson(store.engine, `${name}@example.org`, name === 'other' ? 'member' : name));
    }
    for (const { key, of, isIncognito = false } of SESSIONS) {
      const transcript = {
        nativeId: key,
        isIncognito,
        title: `About ${key}`,
        entries: [
          { id: `${key}-1`, text: `beacon ${key}` },
          { id: `${key}-2`, text: 'fog' },
        ],
      };
      if (key === 'unfinished') await leaveUnfinished(write(of), transcript);
      else await saveTestTranscript(write(of), transcript);
    }
  });
  afterAll(() => store.close());

  for (const name of NAMES) {
    const visible = SESSIONS.filter((session) => session.seen.includes(name)).map((session) => session.key);

    it(`is found and listed for the ${name} exactly when it is theirs to see`, async () => {
      const hits = (await search(read(name), 'beacon')).results;
      expect(hits.map((hit) => hit.messageId).toSorted()).toEqual(visible.map((key) => `${key}-1`).toSorted());
      const { sessions } = await listSessions(read(name), {});
      expect(sessions.map((session) => session.title ?? '').toSorted()).toEqual(
        visible.map((key) => `About ${key}`).toSorted(),
      );
    });

    for (const { key } of SESSIONS) {
      const isVisible = visible.includes(key);
      it(`${isVisible ? 'opens' : 'does not exist'} for the ${name}: ${key}`, async () => {
        const asks = [`agent:main:${key}`, key].flatMap((session) => [
          getHistory(read(name), { session }),
          getHistory(read(name), { session, around: `${key}-1` }),
          verifySession(read(name), session),
        ]);
        for (const ask of asks) {
          if (isVisible) expect(await ask).toMatchObject({ sessionKey: `agent:main:${key}` });
          else await expect(ask).rejects.toMatchObject(refused);
        }
        const hits = await find(read(name), `session:${key} branch:any`);
        expect(hits.length > 0).toBe(isVisible);
      });
    }
  }

  it('cannot be deleted by anybody else, who are told that it is not there', async () => {
    for (const { key, deleted } of SESSIONS) {
      for (const name of NAMES.filter((each) => !deleted.includes(each))) {
        await expect(deleteSession(write(name), key)).rejects.toMatchObject(refused);
      }
    }
    expect(await find(read('owner'), 'beacon')).toHaveLength(4);
  });

  it('is not reached by its row number either', async () => {
    const [hidden] = await store.engine.findSessions(read('owner').reach, 'incognito');
    const sessionId = hidden?.id ?? (0 as never);
    const seen = await store.engine.branchTree(read('owner').reach, { sessionId, branch: null });
    const windowId = seen?.windowId ?? 0;
    expect(await store.engine.glances(read('owner').reach, { sessionId, windowId, places: [0, 1] })).toHaveLength(2);
    for (const name of ['operator', 'other'] as const) {
      const { reach } = read(name);
      const request = { sessionId, branch: null, limit: 10, includesTools: true, from: { at: 'tail' } } as const;
      expect((await store.engine.history(reach, request)).rows).toEqual([]);
      expect(
        (await store.engine.history(reach, { ...request, from: { at: 'anchor', messageId: 'incognito-1' } })).rows,
      ).toEqual([]);
      expect((await store.engine.history(reach, { ...request, branch: 'incognito-2' })).rows).toEqual([]);
      expect(await store.engine.recordPlaces(reach, { sessionId, after: null })).toEqual([]);
      expect(await store.engine.findMessage(reach, { sessionId, messageId: 'incognito-1' })).toBeNull();
      const nothing = { windowId: 0, parents: [], path: [], shown: [], messages: [], active: null };
      expect(await store.engine.branchTree(reach, { sessionId, branch: null })).toEqual(nothing);
      expect(await store.engine.branchTree(reach, { sessionId, branch: 'incognito-1' })).toBeNull();
      expect(await store.engine.glances(reach, { sessionId, windowId, places: [0, 1] })).toEqual([]);
      const outline = { rows: [], hasMore: false, messages: 0 };
      expect(await store.engine.outline(reach, { sessionId, branch: null, limit: 9 })).toEqual(outline);
      expect(await store.engine.outline(reach, { sessionId, branch: 'incognito-1', limit: 9 })).toBeNull();
      expect(await store.engine.deleteSession(write(name).reach, sessionId)).toBeNull();
    }
  });

  it('is not reached by a name that is only like its own', async () => {
    const [own] = await store.engine.findSessions(read('member').reach, 'plain');
    const opaque = own?.sessionId ?? '';
    const variants = [
      'plain\n',
      ' plain',
      'plain ',
      'PLAIN',
      'plaın',
      'plain%00',
      'plain\0',
      'agent:main:plain/',
      'agent%3Amain%3Aplain',
      '%',
      'pl_in',
      `${opaque}\n`,
      opaque.toUpperCase(),
      '1',
      'null',
      "plain' OR 1=1 --",
    ];
    for (const session of variants)
      await expect(getHistory(read('member'), { session })).rejects.toMatchObject(refused);
  });

  it('gives nothing away through filters that name it, its agent or its owner', async () => {
    const nothing = await search(read('other'), 'beacon agent:nobody');
    for (const filter of [
      'agent:main',
      'session:plain',
      'session:incognito',
      'person:member@example.org',
      'title:About',
      'kind:other',
      'role:user',
    ]) {
      const reply = await search(read('other'), `beacon ${filter}`);
      expect({ ...reply, interpreted: null }).toEqual({ ...nothing, interpreted: null });
    }
  });
});
