import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Within } from '../../server/contract/search.ts';
import { notFound } from '../../server/errors.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { find, search } from '../support/asking.ts';
import { NOW_MS, openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

const DAY_MS = 86_400_000;

describe('a search within something', () => {
  let store: TestStore;
  let read: ReadScope;
  const within = async (given: Within, query = 'lantern OR rain'): Promise<readonly string[]> =>
    (await find(read, query, { within: given, sort: 'oldest' })).toSorted();

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    const bob = await addTestPerson(store.engine, 'bob@example.org');
    read = reader(store.engine, ann);
    await saveTestTranscript(writer(store.engine, ann), {
      nativeId: 'one',
      entries: [
        { id: 'u', text: 'the lantern', timeMs: NOW_MS - 3 * DAY_MS },
        { id: 'a', text: 'the rain', timeMs: NOW_MS - 2 * DAY_MS },
      ],
    });
    await saveTestTranscript(writer(store.engine, ann), {
      nativeId: 'two',
      entries: [{ id: 'v', text: 'lantern and rain', timeMs: NOW_MS - DAY_MS }],
    });
    await saveTestTranscript(writer(store.engine, bob), {
      nativeId: 'bobs',
      entries: [{ id: 'w', text: 'lantern of bob' }],
    });
  });
  afterAll(() => store.close());

  it('keeps to the session, the role and the dates, also where the query has alternatives', async () => {
    expect(await within({})).toEqual(['a', 'u', 'v']);
    expect(await within({ session: 'agent:main:one' })).toEqual(['a', 'u']);
    expect(await within({ session: 'one', role: 'assistant' })).toEqual(['a']);
    expect(await within({ role: 'user' })).toEqual(['u', 'v']);
    expect(await within({ after: '2d' })).toEqual(['a', 'v']);
    expect(await within({ before: '2d' })).toEqual(['u']);
    expect(await within({ after: '48h', before: '24h' })).toEqual(['a']);
  });

  it('cannot be widened by what the query says', async () => {
    for (const query of [
      'lantern session:two',
      '(lantern',
      'lantern" OR session:two',
      'lantern role:user role:assistant',
    ])
      expect(await within({ session: 'one', role: 'assistant' }, query)).not.toContain('v');
    expect(await within({ session: 'two' }, 'session:one')).toEqual([]);
    // A message that holds some of the words is found there, and nowhere else.
    expect(await find(read, 'rain lantern umbrella', { within: { session: 'one' } })).toEqual(['a', 'u']);
  });

  it('finds no session that is not visible, in the words for one that is not there', async () => {
    for (const session of ['agent:main:bobs', 'bobs', 'absent'])
      await expect(within({ session })).rejects.toMatchObject({ kind: 'not-found', message: notFound().message });
  });

  it('refuses what is no date, and says what is', async () => {
    for (const given of [{ before: 'soon' }, { after: '2026-13-01' }])
      await expect(within(given)).rejects.toMatchObject({ kind: 'bad-input', message: expect.stringMatching(/7d/) });
  });

  it('has cursors of its own', async () => {
    const first = await search(read, 'lantern OR rain', { within: { session: 'one' }, group: 'message', limit: 1 });
    const cursor = first.nextCursor ?? '';
    const next = { within: { session: 'one' }, group: 'message', limit: 1, cursor } as const;
    expect((await search(read, 'lantern OR rain', next)).results).toHaveLength(1);
    for (const other of [{ session: 'two' }, { session: 'one', role: 'user' }, {}] as const)
      await expect(search(read, 'lantern OR rain', { ...next, within: other })).rejects.toThrow(/does not belong/);
  });
});
