import { describe, expect, it } from 'vitest';
import { getHistory } from '../../../server/history/get-history.ts';
import { listSessions } from '../../../server/history/list-sessions.ts';
import { find, search } from '../../support/asking.ts';
import { NOW_MS } from '../../support/test-store.ts';
import type { TestEntry, TestTranscript } from '../../support/transcripts.ts';
import type { House, TestedEngine } from '../house.ts';

const sessionKey = 'agent:main:main';
const DAY_MS = 86_400_000;

function windowOf(nativeId: string, daysAgo: number, more: Partial<TestTranscript> = {}): TestTranscript {
  const timeMs = NOW_MS - daysAgo * DAY_MS;
  const entries = [
    { id: `${nativeId}-1`, text: `question ${nativeId}`, timeMs },
    { id: `${nativeId}-2`, text: `reply ${nativeId}`, timeMs: timeMs + 1000 },
  ];
  return { sessionKey, nativeId, entries, isClosedWindow: true, ...more };
}

const fence = (id: string): TestEntry => ({ id, kind: 'reset', role: null });
const said = (id: string): TestEntry => ({ id, text: `word of ${id}` });

/** Three intervals of one file: m1 m2 m3 | m4 m5 | m6 m7 m8 m9. */
const fenced: TestTranscript = {
  entries: [
    said('m1'),
    said('m2'),
    said('m3'),
    fence('f1'),
    said('m4'),
    said('m5'),
    fence('f2'),
    said('m6'),
    said('m7'),
    said('m8'),
    said('m9'),
  ],
};

async function idsOf(house: House, more: { around?: string; before?: string; after?: string; limit?: number } = {}) {
  const page = await getHistory(house.read, { session: 'native-1', ...more });
  return { ids: page.messages.map((message) => message.messageId), ...page };
}

export function describeWindows({ openHouse }: TestedEngine): void {
  describe('a key with several native ids', () => {
    const current = windowOf('now', 1, { isClosedWindow: false, title: 'Today' });
    const files = [
      windowOf('oldest', 9, { title: 'Long ago' }),
      current,
      windowOf('older', 5, { title: 'Some days ago' }),
    ];

    it('is one session, and all of its windows are searched', async () => {
      const house = await openHouse(...files);
      const { results } = await search(house.read, 'question');
      expect(results).toMatchObject([{ sessionKey, messageId: 'now-1', matchesInSession: 3 }]);
      expect((await listSessions(house.read, {})).sessions).toMatchObject([
        { sessionKey, messages: 6, entries: 6, title: 'Today' },
      ]);
    });

    it('takes in a file that came before its store, index and all, and is not split by a copy without one', async () => {
      const stray = { ...windowOf('older', 5), sessionKey: 'agent:main:older', title: 'First words' };
      const house = await openHouse(stray, current, windowOf('older', 5, { title: 'Some days ago' }), stray);
      expect((await listSessions(house.read, {})).sessions).toMatchObject([
        { sessionKey, messages: 4, title: 'Today' },
      ]);
      const { results } = await search(house.read, 'question session:agent:main:main');
      expect(results).toMatchObject([{ sessionKey, matchesInSession: 2 }]);
      const index = (await house.read.engine.check()).find((check) => check.name === 'search index');
      expect(index).toMatchObject({ ok: true });
    });

    it('is renamed when the store comes after its only file', async () => {
      const stray = { ...windowOf('now', 1), sessionKey: 'agent:main:now', kind: 'other' as const };
      const house = await openHouse(stray, { ...current, kind: 'main' });
      expect((await listSessions(house.read, {})).sessions).toMatchObject([
        { sessionKey, kind: 'main', title: 'Today' },
      ]);
      expect(await find(house.read, 'question kind:main')).toEqual(['now-1']);
    });

    it('opens at the window that is not closed, whichever was imported last', async () => {
      const house = await openHouse(...files);
      const page = await getHistory(house.read, { session: sessionKey });
      expect(page.messages.map((message) => message.messageId)).toEqual(['now-1', 'now-2']);
    });

    it('opens at the newest one when all are closed', async () => {
      const house = await openHouse(files[0] ?? current, windowOf('older', 5), windowOf('middle', 7));
      const page = await getHistory(house.read, { session: sessionKey });
      expect(page.messages.map((message) => message.messageId)).toEqual(['older-1', 'older-2']);
    });

    it('is found by any of its native ids, and a hit in an earlier window opens that window', async () => {
      const house = await openHouse(...files);
      for (const session of ['oldest', 'older', 'now', sessionKey]) {
        const page = await getHistory(house.read, { session, around: 'oldest-2' });
        expect(page.messages.map((message) => message.messageId)).toEqual(['oldest-1', 'oldest-2']);
      }
    });

    it('keeps the title of the window that is open, in whichever order the files come', async () => {
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
      ]) {
        const house = await openHouse(...order.flatMap((index) => files[index] ?? []));
        expect((await listSessions(house.read, {})).sessions[0]?.title).toBe('Today');
      }
    });

    it('keeps messages of the same id in two windows apart', async () => {
      const house = await openHouse(
        { ...current, entries: [{ id: 'same', text: 'apple new', timeMs: NOW_MS - 5 }] },
        { ...windowOf('older', 5), entries: [{ id: 'same', text: 'apple old', timeMs: NOW_MS - DAY_MS }] },
      );
      expect(await find(house.read, 'apple')).toEqual(['same', 'same']);
      const page = await getHistory(house.read, { session: sessionKey, around: 'same' });
      expect(page.messages.map((message) => message.text)).toEqual(['apple new']);
    });
  });

  describe('a reset inside a file', () => {
    it('is a fence: the ordinary history starts after it', async () => {
      const house = await openHouse(fenced);
      const page = await idsOf(house);
      expect(page).toMatchObject({
        ids: ['f2', 'm6', 'm7', 'm8', 'm9'],
        isClosedInterval: false,
        before: null,
        after: null,
      });
    });

    it('leaves what is before it searchable', async () => {
      const house = await openHouse(fenced);
      expect(await find(house.read, 'word', { sort: 'oldest' })).toEqual([
        'm1',
        'm2',
        'm3',
        'm4',
        'm5',
        'm6',
        'm7',
        'm8',
        'm9',
      ]);
    });

    it('opens what is before it as a closed interval', async () => {
      const house = await openHouse(fenced);
      expect(await idsOf(house, { around: 'm2' })).toMatchObject({
        ids: ['m1', 'm2', 'm3', 'f1'],
        isClosedInterval: true,
      });
      expect(await idsOf(house, { around: 'm5' })).toMatchObject({
        ids: ['f1', 'm4', 'm5', 'f2'],
        isClosedInterval: true,
      });
      expect(await idsOf(house, { around: 'm7' })).toMatchObject({ isClosedInterval: false });
    });

    it('ends paging: no page reaches over it', async () => {
      const house = await openHouse(fenced);
      expect(await idsOf(house, { around: 'm4', limit: 2 })).toMatchObject({
        ids: ['m4', 'm5'],
        before: 'm4',
        after: 'm5',
      });
      expect(await idsOf(house, { after: 'm5', limit: 2 })).toMatchObject({
        ids: ['f2'],
        after: null,
        isClosedInterval: true,
      });
      expect(await idsOf(house, { before: 'm4', limit: 2 })).toMatchObject({
        ids: ['f1'],
        before: null,
        isClosedInterval: true,
      });
    });

    it('can itself be paged away from, back into the interval that it closes', async () => {
      const house = await openHouse(fenced);
      const last = await idsOf(house, { after: 'm5', limit: 2 });
      expect(await idsOf(house, { before: last.before ?? '', limit: 2 })).toMatchObject({
        ids: ['m4', 'm5'],
        isClosedInterval: true,
      });
    });

    it('is no fence on a branch that was left', async () => {
      const house = await openHouse({ leaf: 'm2', entries: [said('m1'), said('m2'), fence('f1'), said('m3')] });
      expect((await idsOf(house)).ids).toEqual(['m1', 'm2']);
    });
  });

  describe('a compaction', () => {
    it('cuts nothing and is drawn', async () => {
      const house = await openHouse({
        entries: [said('m1'), { id: 'c', kind: 'compaction', role: null, text: 'so far' }, said('m2')],
      });
      const page = await getHistory(house.read, { session: 'native-1' });
      expect(page.messages.map(({ messageId, kind, role }) => [messageId, kind, role])).toEqual([
        ['m1', 'message', 'user'],
        ['c', 'compaction', null],
        ['m2', 'message', 'user'],
      ]);
      expect(await find(house.read, 'far branch:any')).toEqual([]);
    });
  });
}
