import { describe, expect, it } from 'vitest';
import { getHistory } from '../../../server/history/get-history.ts';
import { listSessions } from '../../../server/history/list-sessions.ts';
import { verifySession } from '../../../server/operate/verify-session.ts';
import { find, search } from '../../support/asking.ts';
import { saveTestTranscript, type TestEntry } from '../../support/transcripts.ts';
import { expectSound, shownIds, type TestedEngine } from '../house.ts';
import { talk } from './growth.ts';

export function describeRevisions({ openHouse }: TestedEngine): void {
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

    const newer: readonly TestEntry[] = [...revised, { id: 'e', text: 'found it' }];

    it('is kept, but replaces nothing, when its copy lacks what came later', async () => {
      const house = await openHouse({ entries: newer });
      expect(await saveTestTranscript(house.write, { entries: talk })).toMatchObject({ status: 'updated', added: 1 });
      expect(await saveTestTranscript(house.write, { entries: talk })).toMatchObject({ status: 'unchanged', added: 0 });
      expect(await find(house.read, 'bridge')).toEqual(['b']);
      expect(await find(house.read, 'behind branch:any')).toEqual([]);
      expect(await shownIds(house)).toEqual(['a', 'b', 'c', 'd', 'e']);
      await expectSound(house);
    });

    it('looks the same whichever copy came first', async () => {
      const outcomes: unknown[] = [];
      for (const copies of [
        [talk, newer],
        [newer, talk],
      ]) {
        const house = await openHouse();
        for (const entries of copies) await saveTestTranscript(house.write, { entries });
        const { sessions } = await listSessions(house.read, {});
        const texts = (await getHistory(house.read, { session: 'native-1' })).messages.map((message) => message.text);
        outcomes.push([
          texts,
          await find(house.read, 'the', { sort: 'oldest' }),
          sessions[0]?.messages,
          sessions[0]?.entries,
        ]);
      }
      expect(outcomes[1]).toEqual(outcomes[0]);
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
