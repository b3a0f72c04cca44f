import { describe, expect, it } from 'vitest';
import { getHistory } from '../../../server/history/get-history.ts';
import { find, search } from '../../support/asking.ts';
import { NOW_MS, withDatabase } from '../../support/test-store.ts';
import { saveTestTranscript } from '../../support/transcripts.ts';
import type { House, TestedEngine } from '../house.ts';

const IDS_PER_SECOND = 65_536;

let lastSecond = Math.floor(NOW_MS / 1000) - 10_000;

/** Tests may share a store: each has seconds that no other one has entries in. */
function freshSecond(): number {
  lastSecond += 100;
  return lastSecond;
}

function idsOf(house: House): readonly number[] {
  const owned = 'SELECT e.id FROM entry e JOIN session s ON s.id = e.session_id WHERE s.owner_id = ? ORDER BY e.id';
  return withDatabase(house.file, (client) => client.prepare<[number], { id: number }>(owned).all(house.person.id)).map(
    (row) => row.id,
  );
}

export function describeIds({ openHouse }: TestedEngine): void {
  describe('an entry id', () => {
    it('is the second and the next free slot in it, whichever session it comes from', async () => {
      const second = freshSecond();
      const timeMs = second * 1000;
      const house = await openHouse(
        {
          nativeId: 'one',
          entries: [
            { id: 'a', timeMs: timeMs + 900 },
            { id: 'b', timeMs: timeMs + 1 },
          ],
        },
        {
          nativeId: 'two',
          entries: [
            { id: 'c', timeMs: timeMs + 500 },
            { id: 'd', timeMs: timeMs + 1000 },
          ],
        },
      );
      const first = second * IDS_PER_SECOND;
      expect(idsOf(house)).toEqual([first, first + 1, first + 2, first + IDS_PER_SECOND]);
    });

    it('takes an entry of a full second on to the next one, and its time with it', async () => {
      const second = freshSecond();
      const timeMs = second * 1000 + 250;
      const house = await openHouse({ nativeId: 'one', entries: [{ id: 'a', timeMs, kind: 'header', role: null }] });
      const lastSlot = second * IDS_PER_SECOND + IDS_PER_SECOND - 1;
      // As if 65,535 entries of this second stood before it. It is not indexed, so its id may change.
      withDatabase(house.file, (client) =>
        client
          .prepare('UPDATE entry SET id = ? WHERE id = ?')
          .run(BigInt(lastSlot - 1), BigInt(lastSlot - IDS_PER_SECOND + 1)),
      );
      const entries = ['b', 'c', 'd'].map((id) => ({ id, text: 'crowded', timeMs }));
      await saveTestTranscript(house.write, { nativeId: 'two', entries });
      expect(idsOf(house)).toEqual([lastSlot - 1, lastSlot, lastSlot + 1, lastSlot + 2]);
      const hits = (await search(house.read, 'crowded', { sort: 'oldest', group: 'message' })).results;
      const next = (second + 1) * 1000;
      expect(hits.map((hit) => [hit.messageId, hit.timestamp])).toEqual([
        ['b', timeMs],
        ['c', next],
        ['d', next],
      ]);
    });

    it('is used again only in seconds from which the highest was deleted', async () => {
      const second = freshSecond();
      const house = await openHouse({ nativeId: 'one', entries: [{ id: 'a', timeMs: second * 1000 }] });
      const two = await saveTestTranscript(house.write, {
        nativeId: 'two',
        entries: [{ id: 'b', timeMs: second * 1000 }],
      });
      await house.engine.deleteSession(house.write.reach, two.sessionId);
      await saveTestTranscript(house.write, {
        nativeId: 'three',
        entries: [{ id: 'c', text: 'later', timeMs: second * 1000 }],
      });
      expect(idsOf(house)).toEqual([second * IDS_PER_SECOND, second * IDS_PER_SECOND + 1]);
      expect(await find(house.read, 'later')).toEqual(['c']);
    });

    it('never leaves the engine', async () => {
      const second = freshSecond();
      const timeMs = second * 1000;
      const entries = Array.from({ length: 4 }, (_, index) => ({ id: `m${index}`, text: 'numbered', timeMs }));
      const house = await openHouse({ entries });
      const search1 = await search(house.read, 'numbered', { group: 'message', limit: 2 });
      const cursor = Buffer.from(search1.nextCursor?.split('.')[0] ?? '', 'base64url').toString('utf8');
      const history = await getHistory(house.read, { session: 'native-1' });
      const said = JSON.stringify([search1, cursor, history]);
      expect(cursor).toContain(String(timeMs));
      for (const id of idsOf(house)) expect(said).not.toContain(String(id));
    });
  });

  describe('the time of an entry', () => {
    it('lies between one second and the moment of the import, whatever the record says', async () => {
      const times = [Number.NaN, -62_135_596_800_000, 0, NOW_MS + 86_400_000, 32_503_680_000_000, NOW_MS - 1];
      const house = await openHouse({
        entries: times.map((timeMs, index) => ({ id: `m${index}`, text: 'odd', timeMs })),
      });
      const hits = (await search(house.read, 'odd', { group: 'message' })).results;
      for (const hit of hits) {
        expect(hit.timestamp).toBeGreaterThanOrEqual(1000);
        expect(hit.timestamp).toBeLessThanOrEqual(NOW_MS);
      }
      expect(hits).toHaveLength(times.length);
    });

    it('is one millisecond after the entry before, where the record has none', async () => {
      const second = freshSecond();
      const timeMs = second * 1000;
      const house = await openHouse({
        entries: [
          { id: 'a', text: 'timed', timeMs: null },
          { id: 'b', text: 'timed', timeMs },
          { id: 'c', text: 'timed', timeMs: null },
          { id: 'd', text: 'timed', timeMs: null },
        ],
      });
      const hits = (await search(house.read, 'timed', { group: 'message', sort: 'oldest' })).results;
      expect(hits.map((hit) => hit.timestamp)).toEqual([timeMs, timeMs, timeMs + 1, timeMs + 2]);
    });

    it('does not order history: a time that runs backwards stays where it was written', async () => {
      const second = freshSecond();
      const entries = [3, 1, 2].map((step) => ({
        id: `m${step}`,
        text: 'step',
        timeMs: second * 1000 + step * 10_000,
      }));
      const house = await openHouse({ entries });
      const history = await getHistory(house.read, { session: 'native-1' });
      expect(history.messages.map((message) => message.messageId)).toEqual(['m3', 'm1', 'm2']);
      expect(await find(house.read, 'step', { sort: 'oldest' })).toEqual(['m1', 'm2', 'm3']);
    });
  });
}
