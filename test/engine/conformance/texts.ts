import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadScope } from '../../../server/visibility/scope.ts';
import { find, search } from '../../support/asking.ts';
import { NOW_MS, type TestStore } from '../../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../../support/transcripts.ts';
import type { TestedEngine } from '../house.ts';

const longRun = '東京都千代田区丸の内一丁目鉄道会館'.repeat(20);
const texts: Readonly<Record<string, string>> = {
  both: 'amber and basil',
  amber: 'amber alone',
  basil: 'basil alone',
  neither: 'cedar',
  ambrosia: 'ambrosia',
  tokyo: '東京の天気',
  kyoto: '京都',
  whole: `前書き ${longRun}終`,
  almost: `${longRun.slice(0, -1)}外`,
};

export function describeTexts({ open }: TestedEngine): void {
  describe('a query', () => {
    let store: TestStore;
    let read: ReadScope;
    const shown = (query: string): Promise<readonly string[]> => find(read, query, { sort: 'oldest' });
    const without = (...ids: readonly string[]): readonly string[] =>
      Object.keys(texts).filter((id) => !ids.includes(id));

    beforeAll(async () => {
      store = open();
      const person = await addTestPerson(store.engine, 'ann@example.org', 'owner');
      read = reader(store.engine, person);
      const entries = Object.entries(texts).map(([id, text], index) => ({
        id,
        text,
        timeMs: NOW_MS - 60_000 + index * 1000,
      }));
      await saveTestTranscript(writer(store.engine, person), { entries });
    });
    afterAll(() => store.close());

    it('asks for all words, in any order', async () => {
      expect(await shown('basil amber')).toEqual(['both']);
      expect(await shown('"amber and basil"')).toEqual(['both']);
      expect(await shown('"basil amber"')).toEqual([]);
    });

    it('excludes words and phrases', async () => {
      expect(await shown('amber -basil')).toEqual(['amber']);
      expect(await shown('alone -"basil alone"')).toEqual(['amber']);
    });

    it('of exclusions only lists everything else', async () => {
      expect(await shown('-amber')).toEqual(without('both', 'amber'));
      expect(await shown('-amber -basil')).toEqual(without('both', 'amber', 'basil'));
      expect(await shown('-(amber basil)')).toEqual(without('both'));
    });

    it('of filters only lists the newest', async () => {
      expect(await find(read, 'role:user')).toEqual(
        Object.keys(texts)
          .filter((_, index) => index % 2 === 0)
          .toReversed(),
      );
      for (const query of ['role:user', '-amber', '']) expect((await search(read, query)).ranked).toBe('none');
    });

    it('without anything lists the newest', async () => {
      expect(await find(read, '')).toEqual(Object.keys(texts).toReversed());
    });

    it('takes an exclusion as one side of OR', async () => {
      expect(await shown('basil OR -amber')).toEqual(without('amber'));
      expect(await shown('cedar OR -(amber OR alone)')).toEqual(without('both', 'amber', 'basil'));
      expect(await shown('amber (basil OR -alone)')).toEqual(['both']);
      expect(await shown('alone -(amber OR -basil)')).toEqual(['basil']);
    });

    it('finds words that go on where it says so', async () => {
      expect(await shown('amb')).toEqual([]);
      expect(await shown('amb*')).toEqual(['both', 'amber', 'ambrosia']);
      expect(await shown('a*')).toEqual(['both', 'amber', 'basil', 'ambrosia']);
      expect(await shown('amb* -amber')).toEqual(['ambrosia']);
      expect(await find(read, 'amb', { sort: 'oldest', lastWordIsPrefix: true })).toEqual([
        'both',
        'amber',
        'ambrosia',
      ]);
    });

    it('finds one character of a script without spaces, wherever it stands', async () => {
      expect(await shown('京')).toEqual(['tokyo', 'kyoto', 'whole', 'almost']);
      expect(await shown('都')).toEqual(['kyoto', 'whole', 'almost']);
      expect(await shown('天')).toEqual(['tokyo']);
      expect(await shown('京都')).toEqual(['kyoto', 'whole', 'almost']);
      expect(await shown('京の')).toEqual(['tokyo']);
    });

    it('compares a run that is longer than what the index is asked for on the text itself', async () => {
      expect(await shown(longRun)).toEqual(['whole']);
      expect(await shown(`${longRun}終`)).toEqual(['whole']);
      expect(await shown(`${longRun}外`)).toEqual([]);
      expect(await shown(longRun.slice(0, -1))).toEqual(['whole', 'almost']);
    });

    it('excludes such a run only where the whole of it stands', async () => {
      expect(await shown(`-${longRun}`)).toEqual(without('whole'));
      expect(await shown(`京都 -${longRun}`)).toEqual(['kyoto', 'almost']);
      expect(await shown(`京都 -(${longRun} 前書)`)).toEqual(['kyoto', 'almost']);
      expect(await shown(`-(${longRun} cedar)`)).toEqual(without());
    });

    it('takes such a run as one side of OR', async () => {
      expect(await shown(`cedar OR ${longRun}`)).toEqual(['neither', 'whole']);
      expect(await shown(`cedar OR -${longRun}`)).toEqual(without('whole'));
      expect(await shown(`(cedar OR ${longRun}) -前書`)).toEqual(['neither']);
    });

    it('gives the same whichever way it is sorted and grouped', async () => {
      for (const query of ['amber', 'basil OR -amber', `cedar OR ${longRun}`, '京']) {
        const ids = (await shown(query)).toSorted();
        for (const sort of ['best', 'newest'] as const)
          expect((await find(read, query, { sort })).toSorted()).toEqual(ids);
        const grouped = (await search(read, query)).results;
        expect(grouped.map((hit) => hit.matchesInSession)).toEqual([ids.length]);
      }
    });
  });
}
