import { describe, expect, it } from 'vitest';
import { find, search, searchToTheEnd } from '../../support/asking.ts';
import { NOW_MS } from '../../support/test-store.ts';
import { saveTestTranscript, type TestTranscript } from '../../support/transcripts.ts';
import { deleteNamed, type TestedEngine } from '../house.ts';

const HOUR_MS = 3_600_000;

function session(nativeId: string, hoursAgo: number, words: readonly string[]): TestTranscript {
  const entries = words.map((text, index) => ({
    id: `${nativeId}${index}`,
    text,
    timeMs: NOW_MS - hoursAgo * HOUR_MS + index * 1000,
  }));
  return { nativeId, entries };
}

/** Four sessions; `lamp` stands in a0 a1 b0 c0 c2 d0. */
const four: readonly TestTranscript[] = [
  session('a', 4, ['lamp', 'lamp', 'chair']),
  session('b', 3, ['lamp lamp lamp lamp']),
  session('c', 2, ['lamp by the door', 'table', 'a lamp by the far door of the long hall upstairs']),
  session('d', 1, ['one lamp in a very long sentence that speaks about many other things as well and goes on']),
];

export function describeOrders({ openHouse }: TestedEngine): void {
  describe('a result list', () => {
    it('comes newest or oldest first', async () => {
      const house = await openHouse(...four);
      expect(await find(house.read, 'lamp', { sort: 'newest' })).toEqual(['d0', 'c2', 'c0', 'b0', 'a1', 'a0']);
      expect(await find(house.read, 'lamp', { sort: 'oldest' })).toEqual(['a0', 'a1', 'b0', 'c0', 'c2', 'd0']);
    });

    it('comes best first, with scores that never rise', async () => {
      const house = await openHouse(...four);
      const { results, ranked } = await search(house.read, 'lamp', { group: 'message' });
      expect(results).toHaveLength(6);
      const scores = results.map((hit) => hit.score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(results[0]?.messageId).toBe('b0');
      expect(ranked).toBe('all');
    });

    it('orders equal times by key and place', async () => {
      const timeMs = NOW_MS - HOUR_MS;
      const same = (nativeId: string): TestTranscript => ({
        nativeId,
        entries: [0, 1].map((index) => ({ id: `${nativeId}${index}`, text: 'lamp', timeMs })),
      });
      const house = await openHouse(same('z'), same('a'), same('m'));
      for (const sort of ['newest', 'oldest', 'best'] as const) {
        expect(await find(house.read, 'lamp', { sort })).toEqual(['a0', 'a1', 'm0', 'm1', 'z0', 'z1']);
      }
    });

    it('groups by session: the best hit of each, and how many match in it', async () => {
      const house = await openHouse(...four);
      const byTime = (await search(house.read, 'lamp', { sort: 'newest' })).results;
      expect(byTime.map((hit) => [hit.messageId, hit.matchesInSession])).toEqual([
        ['d0', 1],
        ['c2', 2],
        ['b0', 1],
        ['a1', 2],
      ]);
      const oldest = (await search(house.read, 'lamp', { sort: 'oldest' })).results;
      expect(oldest.map((hit) => [hit.messageId, hit.matchesInSession])).toEqual([
        ['a0', 2],
        ['b0', 1],
        ['c0', 2],
        ['d0', 1],
      ]);
      const best = (await search(house.read, 'lamp')).results;
      expect(best.map((hit) => hit.sessionKey).toSorted()).toEqual([
        'agent:main:a',
        'agent:main:b',
        'agent:main:c',
        'agent:main:d',
      ]);
      expect(
        best.every((hit) => hit.score >= (best.find((other) => other.sessionKey === hit.sessionKey)?.score ?? 0)),
      ).toBe(true);
    });

    it('counts no matches in a session when messages are not grouped', async () => {
      const house = await openHouse(...four);
      const { results } = await search(house.read, 'lamp', { group: 'message' });
      for (const hit of results) expect(hit).not.toHaveProperty('matchesInSession');
    });

    for (const sort of ['best', 'newest', 'oldest'] as const) {
      for (const group of ['session', 'message'] as const) {
        it(`gives the same hits page by page as at once (${sort}, by ${group})`, async () => {
          const house = await openHouse(...four);
          const once = await search(house.read, 'lamp', { sort, group, limit: 100 });
          const pages = await searchToTheEnd(house.read, 'lamp', { sort, group, limit: 1 });
          expect(pages.flatMap((reply) => reply.results)).toEqual(once.results);
          expect(once).toMatchObject({ truncated: false, nextCursor: null });
          expect(pages.slice(0, -1).every((reply) => reply.truncated)).toBe(true);
        });
      }
    }

    it('stays as it was on page one when newer messages come meanwhile', async () => {
      for (const sort of ['best', 'newest'] as const) {
        const house = await openHouse(...four);
        const first = await search(house.read, 'lamp', { sort, group: 'message', limit: 3 });
        const ask = { sort, group: 'message', cursor: first.nextCursor ?? '' } as const;
        const before = await search(house.read, 'lamp', ask);
        await saveTestTranscript(house.write, session('new', 0.5, ['lamp lamp lamp']));
        expect(await search(house.read, 'lamp', ask)).toEqual(before);
      }
    });

    it('goes on behind a cursor whose row was deleted', async () => {
      for (const sort of ['newest', 'oldest'] as const) {
        const house = await openHouse(...four);
        const all = await find(house.read, 'lamp', { sort });
        const first = await search(house.read, 'lamp', { sort, group: 'message', limit: 3 });
        const last = first.results.at(-1);
        await deleteNamed(house, last?.sessionId ?? '');
        const rest = await find(house.read, 'lamp', { sort, cursor: first.nextCursor ?? '' });
        expect(rest).toEqual(all.slice(3).filter((id) => !id.startsWith(last?.messageId[0] ?? '?')));
      }
    });
  });

  describe('a cursor', () => {
    it('answers, best first, when the session of its row was deleted', async () => {
      const house = await openHouse(...four);
      const first = await search(house.read, 'lamp', { group: 'message', limit: 3 });
      const last = first.results.at(-1);
      await deleteNamed(house, last?.sessionId ?? '');
      const rest = await search(house.read, 'lamp', { group: 'message', cursor: first.nextCursor ?? '' });
      expect(rest.results.length).toBeGreaterThan(0);
      for (const hit of rest.results) expect(hit.sessionId).not.toBe(last?.sessionId);
    });

    it('belongs to one query, sort, grouping and reader', async () => {
      const house = await openHouse(...four);
      const { nextCursor } = await search(house.read, 'lamp', { group: 'message', limit: 2 });
      const cursor = nextCursor ?? '';
      const refused = { kind: 'bad-input', message: expect.stringMatching(/does not belong to this search/) as string };
      await expect(search(house.read, 'chair', { group: 'message', cursor })).rejects.toMatchObject(refused);
      await expect(search(house.read, 'lamp', { group: 'session', cursor })).rejects.toMatchObject(refused);
      await expect(search(house.read, 'lamp', { group: 'message', sort: 'newest', cursor })).rejects.toMatchObject(
        refused,
      );
      const other = await openHouse(...four);
      await expect(search(other.read, 'lamp', { group: 'message', cursor })).rejects.toMatchObject(refused);
      const stranger = { ...house.read, reach: other.readOwn.reach };
      await expect(search(stranger, 'lamp', { group: 'message', cursor })).rejects.toMatchObject(refused);
      expect(await find(house.read, 'lamp', { cursor, limit: 2 })).toHaveLength(2);
    });

    it('is refused when it is forged, cut or made up', async () => {
      const house = await openHouse(...four);
      const { nextCursor } = await search(house.read, 'lamp', { group: 'message', limit: 2 });
      const [body = '', signature = ''] = (nextCursor ?? '').split('.');
      const forged = Buffer.from(
        Buffer.from(body, 'base64url').toString('utf8').replace('agent:main:', 'agent:root:'),
      ).toString('base64url');
      const bad = [
        '',
        '.',
        body,
        `${body}.`,
        `${forged}.${signature}`,
        `${body}.${signature.slice(1)}`,
        `${body}.${signature}.x`,
        'null',
        `bnVsbA.${signature}`,
        'é.é',
        'a'.repeat(2000),
      ];
      for (const cursor of bad) {
        await expect(search(house.read, 'lamp', { group: 'message', cursor })).rejects.toMatchObject({
          kind: 'bad-input',
        });
      }
    });

    it('has the same bytes each time', async () => {
      const house = await openHouse(...four);
      const ask = { group: 'message', limit: 2 } as const;
      expect(await search(house.read, 'lamp', ask)).toEqual(await search(house.read, 'lamp', ask));
    });
  });

  describe('a limit', () => {
    it('is between 1 and 100', async () => {
      const house = await openHouse(...four);
      for (const limit of [0, -1, 101, 1e9, 1.5, Number.NaN, '5' as never, [] as never]) {
        await expect(search(house.read, 'lamp', { limit })).rejects.toThrow();
      }
    });
  });
}
