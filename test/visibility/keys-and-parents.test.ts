import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { find, search } from '../support/asking.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, leaveUnfinished, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

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
