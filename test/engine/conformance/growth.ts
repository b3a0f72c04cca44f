import { describe, expect, it } from 'vitest';
import { listSessions } from '../../../server/history/list-sessions.ts';
import { find, search } from '../../support/asking.ts';
import { saveTestTranscript, type TestEntry, type TestTranscript } from '../../support/transcripts.ts';
import { expectSound, shownIds, type TestedEngine } from '../house.ts';

/** A talk of four, which revisions change too. */
export const talk: readonly TestEntry[] = [
  { id: 'a', text: 'where is the ladder' },
  { id: 'b', text: 'behind the shed' },
  { id: 'c', text: 'which shed' },
  { id: 'd', text: 'the green shed' },
];

export function describeGrowth({ openHouse }: TestedEngine): void {
  describe('a session that is saved again', () => {
    it('adds nothing and changes nothing when nothing is new', async () => {
      const house = await openHouse({ entries: talk, title: 'Ladder' });
      const before = [await search(house.read, 'shed'), await listSessions(house.read, {}), await shownIds(house)];
      expect(await saveTestTranscript(house.write, { entries: talk, title: 'Ladder' })).toMatchObject({
        status: 'unchanged',
        added: 0,
      });
      expect([await search(house.read, 'shed'), await listSessions(house.read, {}), await shownIds(house)]).toEqual(
        before,
      );
    });

    it('grows by what its file has more', async () => {
      const house = await openHouse({ entries: talk.slice(0, 2) });
      expect(await saveTestTranscript(house.write, { entries: talk })).toMatchObject({
        status: 'updated',
        added: 2,
        active: 4,
      });
      expect(await shownIds(house)).toEqual(['a', 'b', 'c', 'd']);
      expect(await find(house.read, 'shed', { sort: 'oldest' })).toEqual(['b', 'c', 'd']);
      expect((await listSessions(house.read, {})).sessions).toMatchObject([{ messages: 4, entries: 4 }]);
    });

    it('moves its leaf when it grows on another branch', async () => {
      const house = await openHouse({ entries: talk });
      await saveTestTranscript(house.write, { entries: [...talk, { id: 'e', parent: 'a', text: 'in the cellar' }] });
      expect(await shownIds(house)).toEqual(['a', 'e']);
      expect(await find(house.read, 'shed')).toEqual([]);
      expect(await find(house.read, 'shed branch:any', { sort: 'oldest' })).toEqual(['b', 'c', 'd']);
      expect((await listSessions(house.read, {})).sessions).toMatchObject([{ messages: 2, entries: 5 }]);
      await expectSound(house);
    });

    it('loses nothing to a copy that holds less', async () => {
      const house = await openHouse({ entries: talk, title: 'Ladder', project: '/home/ann/garden' });
      const before = [await search(house.read, 'shed'), await listSessions(house.read, {}), await shownIds(house)];
      const older = { entries: talk.slice(0, 2), title: 'Untitled', project: '/tmp' };
      expect(await saveTestTranscript(house.write, older)).toMatchObject({ status: 'unchanged', added: 0, entries: 2 });
      expect([await search(house.read, 'shed'), await listSessions(house.read, {}), await shownIds(house)]).toEqual(
        before,
      );
    });

    it('takes what a copy that holds less has of its own, and keeps its newer leaf', async () => {
      const house = await openHouse({ entries: talk });
      const side: TestEntry = { id: 'side', parent: 'b', text: 'ask the neighbour', timeMs: 1_000_000 };
      await saveTestTranscript(house.write, { entries: [...talk.slice(0, 2), side] });
      expect(await shownIds(house)).toEqual(['a', 'b', 'c', 'd']);
      expect(await find(house.read, 'neighbour branch:any')).toEqual(['side']);
    });

    it('looks the same whichever of its copies came first', async () => {
      const copies: readonly TestTranscript[] = [
        { entries: talk.slice(0, 1) },
        { entries: talk.slice(0, 3), title: 'Ladder' },
        {
          entries: [...talk.slice(0, 2), { id: 'side', parent: 'a', text: 'ask at the shed', timeMs: 1_000_000 }],
          leaf: 'side',
        },
        { entries: talk, title: 'The ladder and the shed' },
      ];
      const orders = [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [2, 3, 0, 1],
        [1, 3, 2, 0],
        [3, 0, 1, 2],
      ];
      const outcomes: unknown[] = [];
      for (const order of orders) {
        const house = await openHouse();
        for (const index of order) await saveTestTranscript(house.write, copies[index] ?? { entries: [] });
        const { results } = await search(house.read, 'shed branch:any', { sort: 'oldest', group: 'message' });
        const [session] = (await listSessions(house.read, {})).sessions;
        outcomes.push([
          await shownIds(house),
          results.map((hit) => hit.messageId),
          session?.title,
          session?.messages,
          session?.entries,
        ]);
      }
      for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
      expect(outcomes[0]).toEqual([['a', 'b', 'c', 'd'], ['side', 'b', 'c', 'd'], 'The ladder and the shed', 4, 5]);
    });
  });

  describe('a session of which a copy once held more', () => {
    const side: TestEntry = { id: 'side', parent: 'a', text: 'ask at the shed', timeMs: 1_000_000 };

    it('goes on to follow its own file: growth, corrections and title', async () => {
      const house = await openHouse(
        { entries: talk.slice(0, 3) },
        { entries: [...talk.slice(0, 2), side], leaf: 'side' },
      );
      const corrected = talk.map((entry) => ({ ...entry, isSearchable: entry.id !== 'b' }));
      await saveTestTranscript(house.write, { entries: corrected, title: 'Ladder' });
      expect(await shownIds(house)).toEqual(['a', 'b', 'c', 'd']);
      expect(await find(house.read, 'shed', { sort: 'oldest' })).toEqual(['c', 'd']);
      expect((await listSessions(house.read, {})).sessions[0]?.title).toBe('Ladder');
      await expectSound(house);
    });

    it('keeps the way to its root when its file begins later now', async () => {
      const house = await openHouse({ entries: talk });
      const rest: readonly TestEntry[] = [
        { id: 'c', parent: null, text: 'which shed' },
        { id: 'd', text: 'the green shed' },
        { id: 'e', text: 'found it' },
      ];
      const times = talk.map((entry, index) => ({ ...entry, timeMs: 2_000_000 + index }));
      const later = await openHouse({ entries: times });
      await saveTestTranscript(later.write, {
        entries: [
          ...times.slice(2).map((entry, index) => (index === 0 ? { ...entry, parent: null } : entry)),
          ...rest.slice(2),
        ],
      });
      expect((await shownIds(later)).at(-1)).toBe('e');
      expect(await shownIds(house)).toEqual(['a', 'b', 'c', 'd']);
    });
  });
}
