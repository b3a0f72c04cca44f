import { describe, expect, it } from 'vitest';
import { getHistory } from '../../../server/history/get-history.ts';
import { listSessions } from '../../../server/history/list-sessions.ts';
import { verifySession } from '../../../server/operate/verify-session.ts';
import { find, search } from '../../support/asking.ts';
import { saveTestTranscript, type TestEntry, type TestTranscript } from '../../support/transcripts.ts';
import { expectSound, type House, type TestedEngine } from '../house.ts';

const talk: readonly TestEntry[] = [
  { id: 'a', text: 'where is the ladder' },
  { id: 'b', text: 'behind the shed' },
  { id: 'c', text: 'which shed' },
  { id: 'd', text: 'the green shed' },
];

async function shownIds(house: House): Promise<readonly string[]> {
  const page = await getHistory(house.read, { session: 'native-1' });
  return page.messages.map((message) => message.messageId);
}

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

  describe('a record with a known id and other bytes', () => {
    const revised: readonly TestEntry[] = [talk[0], { id: 'b', text: 'under the bridge' }, ...talk.slice(2)].flatMap(
      (entry) => entry ?? [],
    );

    it('replaces the earlier one in place', async () => {
      const house = await openHouse({ entries: talk });
      expect(await saveTestTranscript(house.write, { entries: revised })).toMatchObject({
        status: 'updated',
        added: 1,
        entries: 4,
      });
      expect(await shownIds(house)).toEqual(['a', 'b', 'c', 'd']);
      expect(await find(house.read, 'bridge')).toEqual(['b']);
      expect(await find(house.read, 'behind')).toEqual([]);
      await expectSound(house);
    });

    it('keeps the earlier bytes, where no search and no history shows them', async () => {
      const house = await openHouse({ entries: talk });
      await saveTestTranscript(house.write, { entries: revised });
      expect(await find(house.read, 'behind branch:any')).toEqual([]);
      const places = await house.engine.recordPlaces(house.read.reach, {
        sessionId: (await saveTestTranscript(house.write, { entries: revised })).sessionId,
        after: null,
      });
      const bytes = places.map((place) => Buffer.from(place.bytes).toString('utf8'));
      expect(bytes).toHaveLength(5);
      expect(bytes.filter((text) => text.includes('behind the shed'))).toHaveLength(1);
      expect(bytes.filter((text) => text.includes('under the bridge'))).toHaveLength(1);
    });

    it('does not come back when the older copy is saved again, however often', async () => {
      const house = await openHouse({ entries: talk });
      for (const entries of [revised, talk, revised, talk]) await saveTestTranscript(house.write, { entries });
      expect(await find(house.read, 'bridge')).toEqual(['b']);
      expect(await find(house.read, 'behind branch:any')).toEqual([]);
      expect((await listSessions(house.read, {})).sessions).toMatchObject([{ messages: 4, entries: 5 }]);
    });

    it('can be replaced many times', async () => {
      const house = await openHouse({ entries: talk });
      for (const word of ['oak', 'elm', 'ash']) {
        await saveTestTranscript(house.write, {
          entries: talk.map((entry) => (entry.id === 'b' ? { ...entry, text: `by the ${word}` } : entry)),
        });
      }
      expect(await find(house.read, 'ash')).toEqual(['b']);
      expect(await find(house.read, '(oak OR elm OR behind) branch:any')).toEqual([]);
      expect(await shownIds(house)).toEqual(['a', 'b', 'c', 'd']);
      await expectSound(house);
    });

    it('makes nothing searchable that was not', async () => {
      const silent = (text: string): readonly TestEntry[] => [
        ...talk,
        { id: 's', kind: 'compaction', role: null, text: `a summary that says ${text}` },
        { id: 'call', role: 'assistant', text: '', model: text },
      ];
      const house = await openHouse({ entries: silent('first') });
      await saveTestTranscript(house.write, { entries: silent('second') });
      for (const read of [house.read, house.readOwn]) {
        expect(await find(read, 'summary branch:any')).toEqual([]);
        expect(await find(read, 'branch:any', { sort: 'oldest' })).toEqual(['a', 'b', 'c', 'd']);
      }
      await expectSound(house);
    });

    it('is no branch of the hit above it', async () => {
      const entries = [
        { id: 'a', parent: null, text: 'start' },
        { id: 'p', parent: 'a', text: 'abandoned' },
        { id: 'q', parent: 'p', text: 'tail one' },
        { id: 'z', parent: 'a', text: 'end' },
      ];
      const house = await openHouse({ entries });
      await saveTestTranscript(house.write, {
        entries: entries.map((entry) => (entry.id === 'q' ? { ...entry, parent: 'a', text: 'tail two' } : entry)),
      });
      const { results } = await search(house.read, 'abandoned branch:any', { group: 'message' });
      expect(results).toMatchObject([{ messageId: 'p', branch: 'p' }]);
    });

    it('is told apart from a difference when the session is verified against its file', async () => {
      const house = await openHouse({ entries: talk });
      await saveTestTranscript(house.write, { entries: revised });
      const verified = await verifySession(house.read, 'native-1');
      expect(verified.files.reduce((sum, file) => sum + file.records, 0)).toBe(4);
      expect(verified.files.reduce((sum, file) => sum + file.replaced, 0)).toBe(1);
    });
  });
}
