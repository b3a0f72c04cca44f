import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FacetsInput, MATCHES_COUNTED_MAX } from '../../server/contract/facets.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { AppError } from '../../server/errors.ts';
import { countFacets } from '../../server/search/count-facets.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { NOW_MS, openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

describe('counting what a query finds', () => {
  let store: TestStore;
  let read: ReadScope;
  const at = { nowMs: NOW_MS, signal: null };

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    read = reader(store.engine, ann);
    await saveTestTranscript(writer(store.engine, ann), { entries: [{ id: 'a', text: 'a lantern' }] });
  });
  afterAll(() => store.close());

  it('tells the engine who asks, how far to count, and when nobody waits any more', async () => {
    const asked: unknown[] = [];
    const noting: Engine = {
      ...store.engine,
      matchFacets: async (reach, request, caller) => {
        asked.push([request.limit, request.timeZone, caller]);
        return store.engine.matchFacets(reach, request, caller);
      },
    };
    const { signal } = new AbortController();
    const input = { query: 'lantern', timeZone: 'Europe/Berlin' };
    await countFacets({ ...read, engine: noting }, input, { nowMs: NOW_MS, signal });
    expect(asked).toEqual([[MATCHES_COUNTED_MAX, 'Europe/Berlin', { id: String(read.actor.person.id), signal }]]);
  });

  it('is stopped as a search is', async () => {
    const late = new AppError('timeout', 'The search took longer than 2 s and was stopped.');
    const engine: Engine = { ...store.engine, matchFacets: () => Promise.reject(late) };
    await expect(countFacets({ ...read, engine }, { query: 'lantern' }, at)).rejects.toBe(late);
  });

  it('refuses what a search refuses, in the same sentence', async () => {
    await expect(countFacets(read, { query: 'x '.repeat(33) }, at)).rejects.toMatchObject({ kind: 'bad-input' });
    await expect(countFacets(read, { query: 'agnet:ops' }, at)).rejects.toMatchObject({
      message: expect.stringContaining('`agent:`') as string,
    });
    const bad: readonly object[] = [{ query: ['x'] }, { query: 'x', sort: 'best' }, { query: 'x', match: 'none' }];
    for (const input of bad) await expect(countFacets(read, input as FacetsInput, at)).rejects.toThrow();
  });
});
