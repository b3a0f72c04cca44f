import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { deleteSession } from '../../server/transcripts/delete-session.ts';
import { find } from '../support/asking.ts';
import { openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, type TestTranscript, writer } from '../support/transcripts.ts';

const plain = (nativeId: string, more: Partial<TestTranscript> = {}): TestTranscript => ({
  nativeId,
  entries: [
    { id: 'a', text: `willow ${nativeId}` },
    { id: 'b', text: 'oak' },
  ],
  ...more,
});

describe('deleting a session', () => {
  let store: TestStore;
  let ann: Person;
  let bob: Person;

  beforeEach(async () => {
    store = openTestStore();
    ann = await addTestPerson(store.engine, 'ann@example.org');
    bob = await addTestPerson(store.engine, 'bob@example.org');
  });
  afterEach(() => store.close());

  const save = (person: Person, transcript: TestTranscript): Promise<unknown> =>
    saveTestTranscript(writer(store.engine, person), transcript);
  const isDeleted = (person: Person, nativeId: string, lift = false): Promise<boolean> =>
    store.engine.isDeleted(person.id, { format: 'openclaw', nativeId, lift });
  const count = (table: string): number =>
    withDatabase(
      store.file,
      (client) => client.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? -1,
    );

  it('is audited in the same transaction, and not when nothing was deleted', async () => {
    await save(ann, plain('one'));
    await expect(deleteSession(writer(store.engine, bob), 'one')).rejects.toThrow(/Not found/);
    expect(count('audit_event')).toBe(0);
    await deleteSession(writer(store.engine, ann), 'one');
    const events = withDatabase(store.file, (client) =>
      client.prepare('SELECT person_id, act, scope FROM audit_event').all(),
    );
    expect(events).toEqual([{ person_id: ann.id, act: 'delete', scope: 'owned' }]);
  });

  it('takes everything of it away at once, and says how much that was', async () => {
    await save(ann, plain('one'));
    await save(ann, plain('two'));
    expect(await deleteSession(writer(store.engine, ann), 'one')).toEqual({ sessionKey: 'agent:main:one', entries: 2 });
    const read = reader(store.engine, ann);
    expect(await find(read, 'willow branch:any')).toEqual(['a']);
    expect((await listSessions(read, {})).sessions.map((session) => session.sessionKey)).toEqual(['agent:main:two']);
    await expect(getHistory(read, { session: 'one' })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(deleteSession(writer(store.engine, ann), 'one')).rejects.toMatchObject({ kind: 'not-found' });
    expect(['entry', 'session', 'session_window', 'record_block', 'source_file', 'source_session'].map(count)).toEqual([
      2, 1, 1, 1, 1, 1,
    ]);
  });

  it('takes all windows of a key', async () => {
    const sessionKey = 'agent:main:main';
    await save(ann, plain('old', { sessionKey, isClosedWindow: true }));
    await save(ann, plain('new', { sessionKey }));
    expect(await deleteSession(writer(store.engine, ann), sessionKey)).toMatchObject({ entries: 4 });
    expect(['entry', 'session', 'session_window', 'agent'].map(count)).toEqual([0, 0, 0, 0]);
    expect([await isDeleted(ann, 'old'), await isDeleted(ann, 'new'), await isDeleted(ann, 'other')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('keeps a note that names nothing, until it is lifted', async () => {
    await save(ann, plain('secret-project-x'));
    await deleteSession(writer(store.engine, ann), 'secret-project-x');
    const notes = withDatabase(store.file, (client) => client.prepare('SELECT * FROM tombstone').all());
    const note = { owner_id: ann.id, identity_hmac: expect.stringMatching(/^[\w-]{43}$/) as string };
    expect(notes).toEqual([note, note]); // of its native id, and of its key
    expect(await isDeleted(ann, 'secret-project-x')).toBe(true);
    // Not even a save that asked before the deletion, or does not ask at all, brings it back.
    await expect(save(ann, plain('secret-project-x'))).rejects.toMatchObject({ kind: 'gone' });
    expect((await listSessions(reader(store.engine, ann), {})).sessions).toEqual([]);
    expect(await isDeleted(ann, 'secret-project-x', true)).toBe(false);
    expect(await isDeleted(ann, 'secret-project-x')).toBe(false);
    await save(ann, plain('secret-project-x'));
    expect(await find(reader(store.engine, ann), 'willow')).toEqual(['a']);
  });

  it('leaves what another person has under the same key and id alone', async () => {
    for (const person of [ann, bob]) await save(person, plain('shared'));
    await deleteSession(writer(store.engine, ann), 'shared');
    expect(await find(reader(store.engine, ann), 'willow')).toEqual([]);
    expect(await find(reader(store.engine, bob), 'willow')).toEqual(['a']);
    expect([await isDeleted(ann, 'shared'), await isDeleted(bob, 'shared')]).toEqual([true, false]);
    expect(await saveTestTranscript(writer(store.engine, bob), plain('shared'))).toMatchObject({ status: 'unchanged' });
  });

  it('leaves its children as roots, and they find their parent again when it comes back', async () => {
    await save(ann, plain('parent'));
    await save(ann, plain('child', { parentKey: 'agent:main:parent' }));
    const parents = async (): Promise<unknown> =>
      (await listSessions(reader(store.engine, ann), {})).sessions.map((session) => [
        session.sessionKey,
        session.parentSessionId !== null,
      ]);
    expect(await parents()).toContainEqual(['agent:main:child', true]);
    await deleteSession(writer(store.engine, ann), 'parent');
    expect(await parents()).toEqual([['agent:main:child', false]]);
    expect(await find(reader(store.engine, ann), 'willow')).toEqual(['a']);
    await isDeleted(ann, 'parent', true);
    await save(ann, plain('parent'));
    expect(await parents()).toContainEqual(['agent:main:child', true]);
  });

  it('makes the file it came from be read again, though other sessions of it are unchanged', async () => {
    const one = await saveTestTranscript(writer(store.engine, ann), plain('one'));
    const two = await saveTestTranscript(writer(store.engine, ann), plain('two'));
    const source = await store.engine.openSource(ann.id, '/test/both.jsonl');
    const noted = {
      id: source.id,
      sha256: 'ab',
      contextHash: 'cd',
      byteSize: 1,
      sessionIds: [one.sessionId, two.sessionId],
    };
    await store.engine.closeSource(noted);
    expect(await store.engine.openSource(ann.id, '/test/both.jsonl')).toMatchObject({
      sha256: 'ab',
      sessionKeys: ['agent:main:one', 'agent:main:two'],
    });
    await deleteSession(writer(store.engine, ann), 'one');
    expect(await store.engine.openSource(ann.id, '/test/both.jsonl')).toMatchObject({
      sha256: null,
      sessionKeys: ['agent:main:two'],
    });
  });

  it('never gives its number to another session', async () => {
    const one = await saveTestTranscript(writer(store.engine, ann), plain('one'));
    await deleteSession(writer(store.engine, ann), 'one');
    const two = await saveTestTranscript(writer(store.engine, ann), plain('two'));
    expect(two.sessionId).toBeGreaterThan(one.sessionId);
  });
});
