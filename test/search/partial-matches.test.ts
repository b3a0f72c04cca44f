import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { find, search, searchToTheEnd } from '../support/asking.ts';
import { NOW_MS, openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

const MINUTE_MS = 60_000;

describe('when no message holds all words', () => {
  let store: TestStore;
  let read: ReadScope;
  let bobs: ReadScope;

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    const bob = await addTestPerson(store.engine, 'bob@example.org');
    read = reader(store.engine, ann);
    bobs = reader(store.engine, bob);
    const at = (minutesAgo: number): number => NOW_MS - minutesAgo * MINUTE_MS;
    await saveTestTranscript(writer(store.engine, ann), {
      nativeId: 'harbour',
      entries: [
        { id: 'h1', text: 'the ferry was painted in spring', timeMs: at(90) },
        { id: 'h2', role: 'assistant', text: 'where does the ferry lie now', timeMs: at(89) },
        { id: 'h3', text: 'the ferry lies beside the old crane', timeMs: at(88) },
        { id: 'h4', role: 'assistant', text: 'nothing more was said', timeMs: at(87) },
        { id: 'h5', text: 'a crane and a ferry and a gull', timeMs: at(86) },
      ],
    });
    await saveTestTranscript(writer(store.engine, ann), {
      nativeId: 'garden',
      entries: Array.from({ length: 30 }, (_, index) => ({
        id: `g${index}`,
        text: `the ferry again, number ${index}`,
        timeMs: at(60 - index),
      })),
    });
    await saveTestTranscript(writer(store.engine, bob), {
      nativeId: 'bobs',
      entries: [{ id: 'b1', text: 'painting the lighthouse ferry crane', timeMs: at(5) }],
    });
  });
  afterAll(() => store.close());

  it('gives those with some of them, the rarer words first, and says so', async () => {
    const reply = await search(read, 'ferry crane lighthouse', { group: 'message' });
    expect(reply.interpreted).toMatchObject({ match: 'some', missing: ['lighthouse'] });
    expect(
      reply.results
        .slice(0, 2)
        .map((hit) => hit.messageId)
        .toSorted(),
    ).toEqual(['h3', 'h5']);
    expect(reply.results).toHaveLength(20);
  });

  it('counts nothing that the asker may not see: a word that others have is nowhere', async () => {
    expect((await search(bobs, 'lighthouse spring')).interpreted.missing).toEqual(['spring']);
    expect((await search(read, 'lighthouse spring')).interpreted.missing).toEqual(['lighthouse']);
  });

  it('takes other forms of a word for it, and marks them', async () => {
    const reply = await search(read, 'ferry paints');
    const [hit] = reply.results;
    expect(hit?.messageId).toBe('h1');
    expect(hit?.highlights.map(([start, end]) => hit.snippet.slice(start, end))).toEqual(['ferry', 'painted']);
    expect(reply.interpreted).toMatchObject({ match: 'some', missing: [] });
    expect(await find(read, 'painting')).toEqual(['h1']);
  });

  it('leaves exact matches alone: no other form stands beside one', async () => {
    const reply = await search(read, 'painted ferry');
    expect(reply.interpreted).toMatchObject({ match: 'all', missing: [] });
    expect(reply.results).toHaveLength(1);
  });

  it('never loosens a phrase, an exclusion or a filter', async () => {
    expect(await find(read, '"old crane" lighthouse ferry')).toEqual(['h3']);
    expect(await find(read, 'crane lighthouse -gull')).toEqual(['h3']);
    expect(await find(read, 'crane lighthouse role:assistant')).toEqual([]);
    expect(await find(read, '"no such phrase" crane')).toEqual([]);
  });

  it('is switched off by match: all, and by an order by time', async () => {
    expect(await search(read, 'ferry lighthouse', { match: 'all' })).toMatchObject({
      results: [],
      interpreted: { match: 'all', missing: [] },
    });
    expect(await search(read, 'ferry lighthouse', { sort: 'newest' })).toMatchObject({ results: [] });
  });

  it('goes on page by page to the last, each hit once', async () => {
    const pages = await searchToTheEnd(read, 'ferry crane lighthouse', { group: 'message', limit: 7 });
    const ids = pages.flatMap((page) => page.results.map((hit) => hit.messageId));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(34);
    expect(pages.every((page) => page.interpreted.match === 'some')).toBe(true);
  });

  it('prefers a message whose neighbours speak of the same', async () => {
    const ids = await find(read, 'ferry lighthouse', { limit: 10 });
    // All hold the one word; those in a row of such messages stand before one that is alone.
    expect(ids.indexOf('h2')).toBeLessThan(ids.indexOf('h5') === -1 ? 100 : ids.indexOf('h5'));
  });

  it('puts a session that speaks of it again before one that does so once, page by page', async () => {
    const own = openTestStore();
    try {
      const carol = await addTestPerson(own.engine, 'carol@example.org');
      const talk = (nativeId: string, texts: readonly string[]) =>
        saveTestTranscript(writer(own.engine, carol), {
          nativeId,
          entries: texts.map((text, index) => ({ id: `${nativeId}${index}`, text, timeMs: NOW_MS - MINUTE_MS })),
        });
      const others = ['one thing', 'some thing', 'any thing', 'no thing'];
      await talk('zz', ['a ferry here', ...others, 'a ferry there']);
      for (const once of ['x', 'y', 'z']) await talk(once, ['a ferry here', ...others]);
      const pages = await searchToTheEnd(reader(own.engine, carol), 'ferry lighthouse', { limit: 1 });
      const found = pages.flatMap((page) => page.results);
      expect(found.map(({ sessionKey, matchesInSession }) => [sessionKey.split(':').at(-1), matchesInSession])).toEqual(
        [
          ['zz', 2],
          ['x', 1],
          ['y', 1],
          ['z', 1],
        ],
      );
    } finally {
      await own.close();
    }
  });
});
