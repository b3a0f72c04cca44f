import { describe, expect, it } from 'vitest';
import type { HistoryInput, HistoryReply } from '../../../server/contract/history.ts';
import { getHistory } from '../../../server/history/get-history.ts';
import type { TestEntry } from '../../support/transcripts.ts';
import type { House, TestedEngine } from '../house.ts';

/** m0 … m19; behind every third one stand two entries that no page shows. */
const entries: readonly TestEntry[] = Array.from({ length: 20 }, (_, index) => index).flatMap(
  (index): readonly TestEntry[] => [
    { id: `m${index}`, text: `message ${index}` },
    ...(index % 3 === 0
      ? [
          { id: `t${index}`, kind: 'tool-result', role: 'tool', text: 'output' } as const,
          { id: `e${index}`, role: 'assistant', text: '' } as const,
        ]
      : []),
  ],
);
const all = Array.from({ length: 20 }, (_, index) => `m${index}`);

async function page(house: House, more: Partial<HistoryInput>): Promise<HistoryReply> {
  return getHistory(house.read, { session: 'native-1', ...more });
}

function idsOf(reply: HistoryReply): readonly string[] {
  return reply.messages.map((message) => message.messageId);
}

export function describeHistoryPages({ openHouse }: TestedEngine): void {
  describe('a page of history', () => {
    it('shows the newest messages when nothing else is asked', async () => {
      const house = await openHouse({ entries });
      const reply = await page(house, { limit: 5 });
      expect(idsOf(reply)).toEqual(all.slice(15));
      expect(reply).toMatchObject({ before: 'm15', after: null, anchor: null, reason: null });
    });

    it('grows evenly both ways from its anchor', async () => {
      const house = await openHouse({ entries });
      expect(idsOf(await page(house, { around: 'm10', limit: 5 }))).toEqual(['m8', 'm9', 'm10', 'm11', 'm12']);
      expect(idsOf(await page(house, { around: 'm10', limit: 4 }))).toEqual(['m9', 'm10', 'm11', 'm12']);
      expect(idsOf(await page(house, { around: 'm10', limit: 1 }))).toEqual(['m10']);
    });

    it('gives one side what the other has no use for', async () => {
      const house = await openHouse({ entries });
      expect(idsOf(await page(house, { around: 'm1', limit: 6 }))).toEqual(all.slice(0, 6));
      expect(idsOf(await page(house, { around: 'm18', limit: 6 }))).toEqual(all.slice(14));
      expect(idsOf(await page(house, { around: 'm10', limit: 1000 }))).toEqual(all);
    });

    it('meets the pages beside it without gap or overlap, from any anchor and at any size', async () => {
      const house = await openHouse({ entries });
      for (const [around, limit] of [
        ['m0', 3],
        ['m7', 4],
        ['m11', 1],
        ['m19', 6],
        ['m13', 20],
      ] as const) {
        const middle = await page(house, { around, limit });
        const ids = [...idsOf(middle)];
        for (let cursor = middle.before; cursor !== null; ) {
          const older: HistoryReply = await page(house, { before: cursor, limit });
          ids.unshift(...idsOf(older));
          cursor = older.before;
        }
        for (let cursor = middle.after; cursor !== null; ) {
          const newer: HistoryReply = await page(house, { after: cursor, limit });
          ids.push(...idsOf(newer));
          cursor = newer.after;
        }
        expect(ids).toEqual(all);
      }
    });

    it('leads back from each page to the one that led there', async () => {
      const house = await openHouse({ entries });
      const tail = await page(house, { limit: 4 });
      const older = await page(house, { before: tail.before ?? '', limit: 4 });
      expect(idsOf(await page(house, { after: older.after ?? '', limit: 4 }))).toEqual(idsOf(tail));
    });

    it('begins with the first message when that is asked for', async () => {
      const house = await openHouse({ entries });
      const first = await page(house, { start: true, limit: 4 });
      expect(idsOf(first)).toEqual(all.slice(0, 4));
      expect(first).toMatchObject({ before: null, after: all[3], anchor: null });
      expect(idsOf(await page(house, { after: first.after ?? '', limit: 4 }))).toEqual(all.slice(4, 8));
      expect(await page(house, { start: true, limit: 1000 })).toMatchObject({ before: null, after: null });
    });

    it('is empty, with the reason and never the tail, when its anchor is missing', async () => {
      const house = await openHouse({ entries });
      for (const ask of [{ around: 'nowhere' }, { before: 'nowhere' }, { after: 'nowhere' }]) {
        const reply = await page(house, ask);
        expect(reply).toMatchObject({ messages: [], anchor: null, before: null, after: null });
        expect(reply.reason).toMatch(/no such message/);
      }
    });

    it('stands around an entry that it does not show, and names no anchor then', async () => {
      const house = await openHouse({ entries });
      const reply = await page(house, { around: 't9', limit: 4 });
      expect(idsOf(reply)).toEqual(['m9', 'm10', 'm11', 'm12']);
      expect(reply.anchor).toBeNull();
      expect((await page(house, { around: 'm9', limit: 4 })).anchor).toBe('m9');
    });

    it('is empty without a reason to worry when a session holds no messages', async () => {
      const house = await openHouse({ entries: [{ id: 'h', kind: 'header', role: null }] });
      expect(await page(house, {})).toMatchObject({
        messages: [],
        reason: 'There are no messages here.',
        before: null,
        after: null,
      });
    });

    it('refuses several starts and limits out of bounds', async () => {
      const house = await openHouse({ entries });
      await expect(page(house, { around: 'm1', before: 'm2' })).rejects.toMatchObject({ kind: 'bad-input' });
      await expect(page(house, { start: true, after: 'm2' })).rejects.toMatchObject({ kind: 'bad-input' });
      for (const limit of [0, -1, 1.5, 1001, 1e9, Number.NaN]) await expect(page(house, { limit })).rejects.toThrow();
    });

    it('shows masks as what they hide, and says that it does', async () => {
      const secret = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
      const house = await openHouse({ entries: [{ id: 'm1', text: `the token is ${secret} as you know` }] });
      const reply = await page(house, {});
      expect(JSON.stringify(reply)).not.toContain(secret);
      expect(reply).toMatchObject({
        contentRedacted: true,
        messages: [{ text: 'the token is [redacted:github-token] as you know' }],
      });
      const { text, redactions } = reply.messages[0] ?? { text: '', redactions: [] };
      expect(redactions.map(({ start, end }) => text.slice(start, end))).toEqual(['[redacted:github-token]']);
    });
  });
}
