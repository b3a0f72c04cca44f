import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANDIDATES_MAX, CANDIDATES_TYPING_MAX } from '../../../server/contract/search.ts';
import type { ReadScope } from '../../../server/visibility/scope.ts';
import { search, searchToTheEnd } from '../../support/asking.ts';
import { NOW_MS, type TestStore } from '../../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, type TestEntry, writer } from '../../support/transcripts.ts';
import type { TestedEngine } from '../house.ts';

const COUNT = CANDIDATES_MAX + 300;
const START_MS = NOW_MS - 86_400_000;
/** Thousands of messages are written and read: on a busy machine that takes its time. */
const SLOW = { timeout: 90_000 };

/** Every message holds `tide`; every 1,000th `pearl`. Times run on by 7 ms, so that each second holds about 140 messages. */
function tides(count: number, timeOf: (index: number) => number): readonly TestEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    text: index % 1000 === 0 ? 'tide pearl' : 'tide',
    timeMs: timeOf(index),
  }));
}

async function walk(read: ReadScope, query: string, sort: 'newest' | 'oldest'): Promise<readonly string[]> {
  const pages = await searchToTheEnd(read, query, { sort, group: 'message', limit: 100 });
  return pages.flatMap((reply) => reply.results.map((hit) => hit.messageId));
}

export function describeWalks({ open }: TestedEngine): void {
  describe('more matches than are ranked', SLOW, () => {
    let store: TestStore;
    let read: ReadScope;
    const ids = Array.from({ length: COUNT }, (_, index) => `m${index}`);

    beforeAll(async () => {
      store = open();
      const person = await addTestPerson(store.engine, 'ann@example.org', 'owner');
      read = reader(store.engine, person);
      await saveTestTranscript(writer(store.engine, person), {
        entries: tides(COUNT, (index) => START_MS + index * 7),
      });
    }, SLOW.timeout);
    afterAll(() => store.close());

    it('are said to be ranked among the newest ones only', async () => {
      const reply = await search(read, 'tide', { group: 'message', limit: 1 });
      expect(reply.ranked).toBe(`newest-${CANDIDATES_MAX}`);
      expect(reply.results[0]?.messageId).toBe(`m${COUNT - 1}`);
      expect((await search(read, 'tide')).results[0]?.matchesInSession).toBe(CANDIDATES_MAX);
      expect((await search(read, 'pearl')).ranked).toBe('all');
    });

    it('are said to be the oldest ones when the list starts there', async () => {
      expect(await search(read, 'tide', { sort: 'oldest' })).toMatchObject({
        ranked: `oldest-${CANDIDATES_MAX}`,
        results: [{ messageId: 'm0' }],
      });
    });

    it('are said to be ranked among fewer while somebody types', async () => {
      const typing = await search(read, 'tid', { lastWordIsPrefix: true });
      expect(typing.ranked).toBe(`newest-${CANDIDATES_TYPING_MAX}`);
    });

    it('end, ranked, when the ranked ones are used up', async () => {
      const plan = {
        text: { type: 'phrase', terms: ['tide'], isPrefix: false },
        filters: [],
        includesOtherBranches: false,
        searchesTools: false,
      } as const;
      const request = {
        plan,
        loose: null,
        depth: CANDIDATES_MAX,
        sort: 'best',
        group: 'message',
        limit: CANDIDATES_MAX + 10,
        after: null,
        countsOtherBranches: false,
        name: null,
      } as const;
      const page = await store.engine.search(read.reach, request, { id: 'ann', signal: null });
      expect(new Set(page.hits.map((hit) => hit.messageId)).size).toBe(CANDIDATES_MAX);
      expect(page).toMatchObject({ next: null, rankedAmong: CANDIDATES_MAX });
    });

    it('are all met on a walk from the newest', async () => {
      expect(await walk(read, 'tide', 'newest')).toEqual(ids.toReversed());
    });

    it('are all met on a walk from the oldest', async () => {
      expect(await walk(read, 'tide', 'oldest')).toEqual(ids);
    });
  });

  describe('many matches in one second', SLOW, () => {
    let store: TestStore;
    let read: ReadScope;
    const count = 2620;

    /** m0 … m19 a second apart, then all the others in two seconds, with only ten times in each. */
    const timeOf = (index: number): number =>
      index < 20 ? START_MS + index * 1000 : START_MS + 60_000 + (index % 2) * 1000 + (index % 10);
    const inOrder = (sign: 1 | -1): readonly string[] =>
      Array.from({ length: count }, (_, index) => index)
        .toSorted((a, b) => sign * (timeOf(a) - timeOf(b)) || a - b)
        .map((index) => `m${index}`);

    beforeAll(async () => {
      store = open();
      const person = await addTestPerson(store.engine, 'ann@example.org', 'owner');
      read = reader(store.engine, person);
      await saveTestTranscript(writer(store.engine, person), { entries: tides(count, timeOf) });
    }, SLOW.timeout);
    afterAll(() => store.close());

    it('are all met on a walk from the newest', async () => {
      expect(await walk(read, 'tide', 'newest')).toEqual(inOrder(-1));
    });

    it('are all met on a walk from the oldest', async () => {
      expect(await walk(read, 'tide', 'oldest')).toEqual(inOrder(1));
    });
  });

  describe('a long run of characters that few of the likely matches really hold', SLOW, () => {
    let store: TestStore;
    let read: ReadScope;
    const likely = String.fromCodePoint(...Array.from({ length: 256 }, (_, index) => 0x4e00 + index * 37));
    const run = `${likely}岸線地図`;

    beforeAll(async () => {
      store = open();
      const person = await addTestPerson(store.engine, 'ann@example.org', 'owner');
      read = reader(store.engine, person);
      const entries = Array.from({ length: CANDIDATES_MAX + 200 }, (_, index) => ({
        id: `m${index}`,
        text: index % 2600 === 100 ? run : `${likely}山`,
        timeMs: START_MS + index * 7,
      }));
      await saveTestTranscript(writer(store.engine, person), { entries });
    }, SLOW.timeout);
    afterAll(() => store.close());

    it('is met to its last place on a walk, although a whole page of candidates holds none', async () => {
      expect(await walk(read, run, 'newest')).toEqual(['m2700', 'm100']);
      expect(await walk(read, run, 'oldest')).toEqual(['m100', 'm2700']);
    });
  });
}
