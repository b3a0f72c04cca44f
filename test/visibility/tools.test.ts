import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, SessionId } from '../../server/contract/actor.ts';
import type { AuditEvent } from '../../server/contract/audit.ts';
import { callEntry } from '../engine/conformance/tools.ts';
import { find, search } from '../support/asking.ts';
import { EVERYTHING } from '../support/everything.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

const audit: AuditEvent = { personId: null, act: 'grant', subject: null, scope: 'test', results: null };

describe('tools are found', () => {
  let store: TestStore;
  const people = new Map<string, Person>();

  async function save(owner: string, nativeId: string, isIncognito = false): Promise<SessionId> {
    const entries = [{ id: `${nativeId}-u`, text: `cormorant said in ${nativeId}` }, callEntry(nativeId, 'cormorant')];
    const saved = await saveTestTranscript(writer(store.engine, of(owner)), { nativeId, isIncognito, entries });
    return saved.sessionId;
  }
  function of(name: string): Person {
    const person = people.get(name);
    if (person === undefined) throw new Error(`There is no ${name}.`);
    return person;
  }

  beforeAll(async () => {
    store = openTestStore();
    for (const [name, role] of [
      ['owner', 'owner'],
      ['operator', 'operator'],
      ['ann', 'member'],
      ['bob', 'member'],
    ] as const)
      people.set(name, await addTestPerson(store.engine, `${name}@example.org`, role));
    const shared = await save('ann', 'shared');
    await save('ann', 'hidden', true);
    await save('bob', 'bobs');
    await store.engine.addGrant(
      EVERYTHING,
      { sessionId: shared, personId: of('bob').id, granterId: of('ann').id, covers: 'tree', expiresAtMs: null },
      audit,
    );
  });
  afterAll(() => store.close());

  const inTools = (name: string, query = 'cormorant') =>
    find(reader(store.engine, of(name)), `${query} in:tools`, { sort: 'oldest' });

  it('by a member in their own sessions, and never in those that are granted to them', async () => {
    expect(await find(reader(store.engine, of('bob')), 'cormorant', { sort: 'oldest' })).toEqual([
      'bobs-u',
      'shared-u',
    ]);
    expect(await inTools('bob')).toEqual(['bobs']);
    expect(await inTools('bob', 'session:shared')).toEqual([]);
    expect(await inTools('bob', '')).toEqual(['bobs']);
    expect(await inTools('bob', '-heron')).toEqual(['bobs']);
    expect(await inTools('ann')).toEqual(['hidden', 'shared']);
  });

  it('by operators and owners in all that they see', async () => {
    expect(await inTools('operator')).toEqual(['bobs', 'shared']);
    expect(await inTools('owner')).toEqual(['bobs', 'hidden', 'shared']);
  });

  it('and the reply says where it looked', async () => {
    const { scope } = await search(reader(store.engine, of('bob')), 'cormorant in:tools');
    expect(scope).toEqual({ mode: 'owned', description: 'Your sessions and what they spawned' });
  });
});
