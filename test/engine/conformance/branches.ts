import { describe, expect, it } from 'vitest';
import { getHistory } from '../../../server/history/get-history.ts';
import { find, search } from '../../support/asking.ts';
import { leaveUnfinished, saveTestTranscript, type TestTranscript } from '../../support/transcripts.ts';
import { expectSound, type TestedEngine } from '../house.ts';

/**
 * root ─ a ─ b ─ c            the active branch
 *         ├─ x1 ─ x2 ─ x3     abandoned, ends in the newest leaf (x3, written last)
 *         │    └─ y1          abandoned below x1, written before x3 but after x2
 *         └─ z1               abandoned
 */
const tree: TestTranscript = {
  leaf: 'c',
  entries: [
    { id: 'root', parent: null, text: 'begin here' },
    { id: 'a', text: 'the plan' },
    { id: 'x1', parent: 'a', text: 'try the copper pipe' },
    { id: 'x2', parent: 'x1', text: 'copper bends' },
    { id: 'y1', parent: 'x1', text: 'copper breaks' },
    { id: 'x3', parent: 'x2', text: 'copper holds' },
    { id: 'z1', parent: 'a', text: 'try the tin pipe' },
    { id: 'b', parent: 'a', text: 'use plastic' },
    { id: 'c', parent: 'b', text: 'plastic holds' },
  ],
};

export function describeBranches({ openHouse }: TestedEngine): void {
  describe('an abandoned branch', () => {
    it('is not found by default, and is with branch:any', async () => {
      const house = await openHouse(tree);
      expect(await find(house.read, 'copper')).toEqual([]);
      expect(await find(house.read, 'pipe OR holds')).toEqual(['c']);
      expect(await find(house.read, 'copper branch:any', { sort: 'oldest' })).toEqual(['x1', 'x2', 'y1', 'x3']);
      expect(await find(house.read, 'holds branch:any', { sort: 'oldest' })).toEqual(['x3', 'c']);
    });

    it('gives its hits the newest message below them, and active hits none', async () => {
      const house = await openHouse(tree);
      const { results } = await search(house.read, '(begin OR plan OR pipe OR copper OR plastic) branch:any', {
        group: 'message',
      });
      const branches = Object.fromEntries(results.map((hit) => [hit.messageId, hit.branch]));
      expect(branches).toEqual({
        root: undefined,
        a: undefined,
        b: undefined,
        c: undefined,
        x1: 'x3', // not y1: x2 was written before y1, but what lies below x2 was written last
        x2: 'x3',
        x3: 'x3',
        y1: 'y1',
        z1: 'z1',
      });
    });

    it('is read from its leaf to the root when history is given the branch', async () => {
      const house = await openHouse(tree);
      const hit = (await search(house.read, 'bends branch:any', { group: 'message' })).results[0];
      const page = await getHistory(house.read, { session: 'native-1', around: 'x2', branch: hit?.branch ?? '' });
      expect(page.messages.map((message) => message.messageId)).toEqual(['root', 'a', 'x1', 'x2', 'x3']);
      expect(page.anchor).toBe('x2');
      const other = await getHistory(house.read, { session: 'native-1', branch: 'y1' });
      expect(other.messages.map((message) => message.messageId)).toEqual(['root', 'a', 'x1', 'y1']);
    });

    it('is never looked at by accident: its messages are no anchors of the active branch', async () => {
      const house = await openHouse(tree);
      const page = await getHistory(house.read, { session: 'native-1', around: 'x2' });
      expect(page).toMatchObject({ messages: [], anchor: null, before: null, after: null });
      expect(page.reason).toMatch(/not on the branch/);
      const other = await getHistory(house.read, { session: 'native-1', around: 'z1', branch: 'x3' });
      expect(other).toMatchObject({ messages: [], reason: expect.stringMatching(/not on the branch/) as string });
      const none = await getHistory(house.read, { session: 'native-1', branch: 'nowhere' });
      expect(none).toMatchObject({ messages: [], reason: expect.stringMatching(/no such branch/) as string });
    });

    it('can be paged through like the active one', async () => {
      const house = await openHouse(tree);
      const ask = { session: 'native-1', branch: 'x3', limit: 2 };
      const tail = await getHistory(house.read, ask);
      const middle = await getHistory(house.read, { ...ask, before: tail.before ?? '' });
      const start = await getHistory(house.read, { ...ask, before: middle.before ?? '' });
      const ids = [start, middle, tail].map((page) => page.messages.map((message) => message.messageId));
      expect(ids).toEqual([['root'], ['a', 'x1'], ['x2', 'x3']]);
      expect(start.before).toBeNull();
      const onwards = await getHistory(house.read, { ...ask, after: middle.after ?? '' });
      expect(onwards.messages.map((message) => message.messageId)).toEqual(['x2', 'x3']);
    });

    it('names no message of a save that is not closed yet', async () => {
      const house = await openHouse(tree);
      await leaveUnfinished(house.write, {
        leaf: 'c',
        entries: [...tree.entries, { id: 'x4', parent: 'x3', text: 'copper shines' }],
      });
      const { results } = await search(house.read, 'bends branch:any', { group: 'message' });
      expect(results).toMatchObject([{ messageId: 'x2', branch: 'x3' }]);
    });

    it('becomes searchable, and the other one stops to be, when the leaf moves there', async () => {
      const house = await openHouse(tree);
      expect(await saveTestTranscript(house.write, { ...tree, leaf: 'x3' })).toMatchObject({
        status: 'updated',
        added: 0,
      });
      expect(await find(house.read, 'copper', { sort: 'oldest' })).toEqual(['x1', 'x2', 'x3']);
      expect(await find(house.read, 'plastic')).toEqual([]);
      expect(await find(house.read, 'plastic branch:any', { sort: 'oldest' })).toEqual(['b', 'c']);
      const page = await getHistory(house.read, { session: 'native-1' });
      expect(page.messages.map((message) => message.messageId)).toEqual(['root', 'a', 'x1', 'x2', 'x3']);
      await expectSound(house);
    });

    it('may run in a circle without hanging anything', async () => {
      const entries = [
        { id: 'a', parent: null, text: 'straight' },
        { id: 'p', parent: 'r', text: 'round' },
        { id: 'q', parent: 'p', text: 'round' },
        { id: 'r', parent: 'q', text: 'round' },
      ];
      const house = await openHouse({ leaf: 'a', entries });
      const { results } = await search(house.read, 'round branch:any', { group: 'message', sort: 'oldest' });
      expect(results.map((hit) => [hit.messageId, hit.branch])).toEqual([
        ['p', 'r'],
        ['q', 'r'],
        ['r', 'r'],
      ]);
      const page = await getHistory(house.read, { session: 'native-1', branch: 'r' });
      expect(page.messages.map((message) => message.messageId)).toEqual(['p', 'q', 'r']);
    });
  });
}
