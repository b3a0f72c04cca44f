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
    for (const name of ['operator', 'other'] as const) {
      const { reach } = read(name);
      const request = { sessionId, branch: null, limit: 10, from: { at: 'tail' } } as const;
      expect((await store.engine.history(reach, request)).rows).toEqual([]);
      expect(
        (await store.engine.history(reach, { ...request, from: { at: 'anchor', messageId: 'incognito-1' } })).rows,
      ).toEqual([]);
      expect((await store.engine.history(reach, { ...request, branch: 'incognito-2' })).rows).toEqual([]);
      expect(await store.engine.recordPlaces(reach, { sessionId, after: null })).toEqual([]);
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

describe('one key of several people', () => {
  let store: TestStore;
  let ann: Person;
  let bob: Person;
  let eve: Person;
  let operator: Person;
  const transcript = (word: string) => ({
    nativeId: word,
    sessionKey: 'agent:main:main',
    entries: [{ id: 'a', text: `beacon ${word}` }],
  });

  beforeAll(async () => {
    store = openTestStore();
    [ann, bob, eve] = [
      await addTestPerson(store.engine, 'ann@example.org'),
      await addTestPerson(store.engine, 'bob@example.org'),
      await addTestPerson(store.engine, 'eve@example.org'),
    ];
    operator = await addTestPerson(store.engine, 'op@example.org', 'operator');
    await saveTestTranscript(writer(store.engine, ann), transcript('red'));
    await saveTestTranscript(writer(store.engine, bob), transcript('blue'));
    await saveTestTranscript(writer(store.engine, eve), { ...transcript('green'), isIncognito: true });
  });
  afterAll(() => store.close());

  it('means their own to each of them', async () => {
    for (const [person, word] of [
      [ann, 'red'],
      [bob, 'blue'],
      [eve, 'green'],
    ] as const) {
      const history = await getHistory(reader(store.engine, person), { session: 'agent:main:main' });
      expect(history.messages.map((message) => message.text)).toEqual([`beacon ${word}`]);
      expect((await search(reader(store.engine, person), 'beacon')).results).toHaveLength(1);
    }
  });

  it('is asked back for by ids, of those that are visible only, when it is nobody’s own', async () => {
    const seen = await store.engine.findSessions(reader(store.engine, operator).reach, 'agent:main:main');
    const message = `Several sessions have this key: ${seen.map((each) => `${each.sessionId} (${each.ownerEmail})`).join(', ')}. Ask for one by its id.`;
    expect(seen.map((each) => each.ownerEmail)).toEqual(['ann@example.org', 'bob@example.org']);
    await expect(getHistory(reader(store.engine, operator), { session: 'agent:main:main' })).rejects.toMatchObject({
      kind: 'conflict',
      message,
    });
    for (const { sessionId } of seen) {
      expect(await getHistory(reader(store.engine, operator), { session: sessionId })).toMatchObject({ sessionId });
    }
  });

  it('is filtered by it for whoever sees several', async () => {
    expect(await find(reader(store.engine, operator), 'session:agent:main:main')).toHaveLength(2);
    expect(await find(reader(store.engine, ann), 'session:agent:main:main')).toHaveLength(1);
  });
});

describe('a parent', () => {
  let store: TestStore;
  let ann: Person;
  let bob: Person;
  let operator: Person;
  const parentOf = async (person: Person, key: string): Promise<string | null | undefined> => {
    const { sessions } = await listSessions(reader(store.engine, person), {});
    const child = sessions.find((session) => session.sessionKey === `agent:main:${key}`);
    return (
      sessions.find((session) => session.sessionId === child?.parentSessionId)?.sessionKey ?? child?.parentSessionId
    );
  };
  const said = (nativeId: string, parent: string | null = null) => ({
    nativeId,
    parentKey: parent === null ? null : `agent:main:${parent}`,
    entries: [{ id: 'a', text: 'word' }],
  });

  beforeAll(async () => {
    store = openTestStore();
    ann = await addTestPerson(store.engine, 'ann@example.org');
    bob = await addTestPerson(store.engine, 'bob@example.org');
    operator = await addTestPerson(store.engine, 'op@example.org', 'operator');
  });
  afterAll(() => store.close());

  it('is linked whether it comes before its child or after it', async () => {
    await saveTestTranscript(writer(store.engine, ann), said('early'));
    await saveTestTranscript(writer(store.engine, ann), said('child-of-early', 'early'));
    await saveTestTranscript(writer(store.engine, ann), said('child-of-late', 'late'));
    expect(await parentOf(ann, 'child-of-late')).toBeNull();
    await saveTestTranscript(writer(store.engine, ann), said('late'));
    expect(await parentOf(ann, 'child-of-early')).toBe('agent:main:early');
    expect(await parentOf(ann, 'child-of-late')).toBe('agent:main:late');
  });

  it('is never somebody else’s session, whoever came first', async () => {
    await saveTestTranscript(writer(store.engine, bob), said('victim'));
    await saveTestTranscript(writer(store.engine, ann), said('claim', 'victim'));
    await saveTestTranscript(writer(store.engine, ann), said('early-claim', 'later-victim'));
    await saveTestTranscript(writer(store.engine, bob), said('later-victim'));
    for (const person of [ann, operator]) {
      expect(await parentOf(person, 'claim')).toBeNull();
      expect(await parentOf(person, 'early-claim')).toBeNull();
    }
  });

  it('is not named to whoever may not see it', async () => {
    await saveTestTranscript(writer(store.engine, ann), { ...said('hidden'), isIncognito: true });
    await saveTestTranscript(writer(store.engine, ann), said('shown', 'hidden'));
    await leaveUnfinished(writer(store.engine, ann), said('half'));
    await saveTestTranscript(writer(store.engine, ann), said('child-of-half', 'half'));
    expect(await parentOf(ann, 'shown')).toBe('agent:main:hidden');
    expect(await parentOf(operator, 'shown')).toBeNull();
    expect(await parentOf(ann, 'child-of-half')).toBeNull();
  });

  it('may be claimed in a circle, or be the session itself, and nothing hangs', async () => {
    await saveTestTranscript(writer(store.engine, bob), said('ring-1', 'ring-2'));
    await saveTestTranscript(writer(store.engine, bob), said('ring-2', 'ring-1'));
    await saveTestTranscript(writer(store.engine, bob), said('self', 'self'));
    expect(await parentOf(bob, 'self')).toBeNull();
    expect(await find(reader(store.engine, bob), 'word session:ring-1')).toEqual(['a']);
  });
});
