import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import type { FacetsReply } from '../../server/contract/facets.ts';
import { bundlePrograms } from '../support/pooled-store.ts';
import { addTestPerson } from '../support/transcripts.ts';
import { Door } from './door.ts';

describe('facets over HTTP', () => {
  let door: Door;
  let ann: Person;

  beforeAll(async () => {
    await bundlePrograms();
    door = new Door();
    ann = await addTestPerson(door.store.engine, 'facets@example.org');
    await door.save(ann, { nativeId: 'lamps', project: '/srv/lamps', entries: [{ id: 'a', text: 'a brass lamp' }] });
    await door.save(ann, {
      nativeId: 'other',
      agentId: 'ops',
      sessionKey: 'agent:ops:other',
      entries: [{ id: 'b', text: 'a glass lamp' }],
    });
  }, 60_000);
  afterAll(() => door.close());

  it('count sessions without a query, and matches with one', async () => {
    const sessions = await door.ask<FacetsReply>(ann, 'sessions.facets', {});
    expect([sessions.of, sessions.counted]).toEqual(['sessions', 2]);
    const matches = await door.ask<FacetsReply>(ann, 'sessions.facets', { query: 'lamp' });
    expect([matches.of, matches.counted, matches.partial]).toEqual(['matches', 2, false]);
    expect(matches.facets.map(({ name }) => name)).toEqual(['agent', 'kind', 'project', 'role', 'month']);
    expect(matches.facets[0]?.values).toEqual([
      { value: 'main', count: 1 },
      { value: 'ops', count: 1 },
    ]);
  });

  it('are refused as a search is: unknown fields, too long a query, a zone that is none', async () => {
    expect((await door.refusal(ann, 'sessions.facets', { query: 'lamp', limit: 5 }))[0]).toBe(400);
    expect((await door.refusal(ann, 'sessions.facets', { query: 'a'.repeat(4097) }))[0]).toBe(400);
    const [status, sentence] = await door.refusal(ann, 'sessions.facets', { query: 'lamp', timeZone: 'Mars/Olympus' });
    expect([status, sentence]).toEqual([400, expect.stringContaining('time zone')]);
  });
});
