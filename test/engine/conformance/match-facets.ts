import { describe, expect, it } from 'vitest';
import type { FacetsInput, FacetsReply } from '../../../server/contract/facets.ts';
import { listFacets } from '../../../server/history/list-facets.ts';
import type { ReadScope } from '../../../server/visibility/scope.ts';
import { search, searchToTheEnd } from '../../support/asking.ts';
import { NOW_MS } from '../../support/test-store.ts';
import { addTestPerson, saveTestTranscript, type TestTranscript, writer } from '../../support/transcripts.ts';
import type { TestedEngine } from '../house.ts';

/** The last second of October in UTC, which is November in Berlin already. */
const TURN_MS = Date.UTC(2026, 9, 31, 23, 59, 59);

const works: readonly TestTranscript[] = [
  {
    nativeId: 'works',
    agentId: 'ops',
    sessionKey: 'agent:ops:works',
    kind: 'main',
    project: '/srv/dams',
    leaf: 'w3',
    entries: [
      { id: 'w1', text: 'raise the sluice gate', timeMs: TURN_MS - 86_400_000 },
      { id: 'w2', text: 'the sluice is raised', timeMs: TURN_MS },
      { id: 'w3', text: 'lower the sluice again', timeMs: TURN_MS + 5000 },
      { id: 'off', parent: 'w1', text: 'blow the sluice up', timeMs: TURN_MS + 1000 },
    ],
  },
  { nativeId: 'bare', entries: [{ id: 'b1', text: 'a sluice and a heron', timeMs: TURN_MS + 6000 }] },
];

async function facets(read: ReadScope, input: FacetsInput): Promise<FacetsReply> {
  return listFacets(read, input, { nowMs: NOW_MS, signal: null });
}

/** `agent ops 3`, in the order of the reply. */
function told({ facets: all }: FacetsReply): readonly string[] {
  return all.flatMap(({ name, values }) => values.map(({ value, count }) => `${name} ${value} ${count}`));
}

export function describeMatchFacets({ openHouse }: TestedEngine): void {
  describe('facets of a query', () => {
    it('count every visible match, the largest first, months from the newest on', async () => {
      const house = await openHouse(...works);
      const reply = await facets(house.readOwn, { query: 'sluice' });
      expect(reply).toMatchObject({ of: 'matches', counted: 4, partial: false, match: 'all' });
      expect(told(reply)).toEqual([
        'agent ops 3',
        'agent main 1',
        'kind main 3',
        'kind other 1',
        'project /srv/dams 3',
        'role user 3',
        'role assistant 1',
        'month 2026-11 2',
        'month 2026-10 2',
      ]);
    });

    it('count months by the caller’s calendar', async () => {
      const house = await openHouse(...works);
      const berlin = await facets(house.readOwn, { query: 'sluice', timeZone: 'Europe/Berlin' });
      expect(told(berlin).slice(-2)).toEqual(['month 2026-11 3', 'month 2026-10 1']);
      await expect(facets(house.readOwn, { query: 'sluice', timeZone: 'Mars/Olympus' })).rejects.toMatchObject({
        kind: 'bad-input',
      });
    });

    it('hold what their value, added to the query, finds', async () => {
      const house = await openHouse(...works);
      const filters = { agent: 'agent', kind: 'kind', project: 'project', role: 'role', month: 'on' } as const;
      const reply = await facets(house.readOwn, { query: 'sluice' });
      for (const { name, values } of reply.facets) {
        const filter = filters[name as keyof typeof filters];
        for (const { value, count } of values) {
          const narrowed = await search(house.readOwn, `sluice ${filter}:${value}`, { group: 'message' });
          expect([value, narrowed.results.length]).toEqual([value, count]);
        }
      }
    });

    it('count what a query for filters or exclusions alone lists', async () => {
      const house = await openHouse(...works);
      expect((await facets(house.readOwn, { query: 'agent:ops' })).counted).toBe(3);
      expect((await facets(house.readOwn, { query: '-heron' })).counted).toBe(3);
      expect((await facets(house.readOwn, { query: '' })).counted).toBe(4);
      expect((await facets(house.readOwn, { query: 'slui', lastWordIsPrefix: true })).counted).toBe(4);
    });

    it('count those that hold some of the words where none holds all, and say so', async () => {
      const house = await openHouse(...works);
      const some = await facets(house.readOwn, { query: 'heron otter' });
      expect(some).toMatchObject({ match: 'some', counted: 1, partial: false });
      expect(told(some)).toContain('agent main 1');
      expect(await facets(house.readOwn, { query: 'heron otter', match: 'all' })).toMatchObject({
        match: 'all',
        counted: 0,
      });
      expect(await facets(house.readOwn, { query: 'otter badger' })).toMatchObject({ match: 'all', counted: 0 });
    });

    it('count the newest up to a limit, and say that there are more', async () => {
      const house = await openHouse(...works);
      const text = { type: 'phrase', terms: ['sluice'], isPrefix: false } as const;
      const plan = { text, filters: [], includesOtherBranches: false, searchesTools: false };
      const count = async (limit: number) =>
        house.engine.matchFacets(
          house.readOwn.reach,
          { plan, loose: null, limit, timeZone: 'UTC', countsOtherBranches: false },
          { id: 'ann', signal: null },
        );
      const cut = await count(2);
      expect(cut).toMatchObject({ counted: 2, isPartial: true, match: 'all', otherBranches: null });
      expect(cut.facets.find(({ name }) => name === 'month')?.values).toEqual([{ value: '2026-11', count: 2 }]);
      expect(await count(4)).toMatchObject({ counted: 4, isPartial: false });
    });

    it('check on the text what the index cannot tell', async () => {
      const likely = String.fromCodePoint(...Array.from({ length: 256 }, (_, index) => 0x4e00 + index * 37));
      const house = await openHouse({
        nativeId: 'runs',
        entries: [
          { id: 'r1', text: `${likely}岸線` },
          { id: 'r2', text: `${likely}山` },
        ],
      });
      expect((await facets(house.readOwn, { query: `${likely}岸線` })).counted).toBe(1);
    });

    it('count nothing of what others have', async () => {
      const house = await openHouse(...works);
      const other = await addTestPerson(house.engine, `facets-of-${house.person.email}`);
      await saveTestTranscript(writer(house.engine, other), {
        nativeId: 'theirs',
        agentId: 'secretive',
        sessionKey: 'agent:secretive:theirs',
        entries: [{ id: 't1', text: 'their sluice' }],
      });
      expect((await facets(house.readOwn, { query: 'sluice' })).counted).toBe(4);
      expect(told(await facets(house.readOwn, { query: 'sluice' })).join()).not.toContain('secretive');
    });

    it('count sessions where there is no query', async () => {
      const house = await openHouse(...works);
      const reply = await facets(house.readOwn, {});
      expect(reply).toMatchObject({ of: 'sessions', counted: 2, partial: false, otherBranches: null });
      expect(told(reply)).toContain('project /srv/dams 1');
    });
  });

  describe('matches on other branches', () => {
    it('are counted beside a search that leaves them out, and beside its facets', async () => {
      const house = await openHouse(...works);
      const expected = { matches: 1, isMore: false };
      expect((await search(house.readOwn, 'sluice')).otherBranches).toEqual(expected);
      expect((await search(house.readOwn, 'blow')).otherBranches).toEqual(expected);
      expect((await search(house.readOwn, 'heron')).otherBranches).toEqual({ matches: 0, isMore: false });
      expect((await search(house.readOwn, 'sluice agent:main')).otherBranches?.matches).toBe(0);
      expect((await search(house.readOwn, 'sluice -blow')).otherBranches?.matches).toBe(0);
      expect((await facets(house.readOwn, { query: 'sluice' })).otherBranches).toEqual(expected);
    });

    it('are not counted where they are searched, on later pages, and while a word is being typed', async () => {
      const house = await openHouse(...works);
      expect((await search(house.readOwn, 'sluice branch:any')).otherBranches).toBeNull();
      expect((await facets(house.readOwn, { query: 'sluice branch:any' })).otherBranches).toBeNull();
      const first = await search(house.readOwn, 'sluice', { group: 'message', limit: 1 });
      const second = await search(house.readOwn, 'sluice', {
        group: 'message',
        limit: 1,
        cursor: first.nextCursor ?? '',
      });
      expect([first.otherBranches?.matches, second.otherBranches]).toEqual([1, null]);
      expect((await search(house.readOwn, 'slui', { lastWordIsPrefix: true })).otherBranches).toBeNull();
      const typed = await facets(house.readOwn, { query: 'slui', lastWordIsPrefix: true });
      expect(typed.otherBranches).toEqual({ matches: 1, isMore: false });
    });

    it.each([39, 40, 41, 42])('are counted, and left out, whether all are few or many: %i', async (matches) => {
      const abandoned = Array.from({ length: 10 }, (_, index) => ({ id: `x${index}`, parent: 'm0', text: 'a weir' }));
      const kept = Array.from({ length: matches - 10 }, (_, index) => ({
        id: `m${index}`,
        parent: index === 0 ? null : `m${index - 1}`,
        text: 'the weir',
      }));
      const leaf = kept.at(-1)?.id ?? '';
      const house = await openHouse({ nativeId: 'both', leaf, entries: [...kept, ...abandoned] });
      for (const sort of ['best', 'newest', 'oldest'] as const) {
        const reply = await search(house.readOwn, 'weir', { group: 'message', limit: 50, sort });
        expect(reply.otherBranches).toEqual({ matches: 10, isMore: false });
        expect(reply.results.map((hit) => hit.messageId).toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
        const [small] = await searchToTheEnd(house.readOwn, 'weir', { group: 'message', limit: 3, sort });
        expect(small?.results.map((hit) => hit.messageId)).toEqual(
          reply.results.slice(0, 3).map((hit) => hit.messageId),
        );
      }
    });

    it('are counted to a thousand, and said to be more', async () => {
      const house = await openHouse({
        nativeId: 'abandoned',
        leaf: 'kept',
        entries: [
          { id: 'kept', parent: null, text: 'the weir' },
          ...Array.from({ length: 1001 }, (_, index) => ({ id: `x${index}`, parent: 'kept', text: 'a weir' })),
        ],
      });
      expect((await search(house.readOwn, 'weir')).otherBranches).toEqual({ matches: 1000, isMore: true });
      expect((await search(house.readOwn, 'weir role:user')).otherBranches?.isMore).toBe(false);
    });
  });
}
