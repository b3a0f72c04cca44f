import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addTail, readTail } from '../../../app/(signed-in)/sessions/[id]/add-tail.ts';
import { PAGE_MESSAGES, PAGES_MAX } from '../../../app/(signed-in)/sessions/[id]/history-input.ts';
import type { HistoryReply } from '../../../server/contract/history.ts';
import { getHistory } from '../../../server/history/get-history.ts';
import { appendRecords } from '../../../server/ingest/append-records.ts';
import { moveLeaf } from '../../../server/ingest/move-leaf.ts';
import type { ReadScope, WriteScope } from '../../../server/visibility/scope.ts';
import { openTestStore, type TestStore } from '../../support/test-store.ts';
import { addTestPerson, reader, writer } from '../../support/transcripts.ts';

const SESSION = 'agent:main:live';

describe('the end of a session that is being written', () => {
  let store: TestStore;
  let read: ReadScope;
  let write: WriteScope;
  beforeEach(async () => {
    store = openTestStore();
    const person = await addTestPerson(store.engine, 'ann@example.org');
    [read, write] = [reader(store.engine, person), writer(store.engine, person)];
    await append(say('a'), say('b'));
  });
  afterEach(() => store.close());

  const say = (id: string) => ({ id, role: 'user' as const, text: `tern ${id}` });
  const append = (...entries: Parameters<typeof appendRecords>[1]['entries']) =>
    appendRecords(write, { session: { key: SESSION }, entries });
  const page = () => getHistory(read, { session: SESSION });
  const behind = (messageId: string) => getHistory(read, { session: SESSION, after: messageId });
  const ids = (tail: ReturnType<typeof readTail>) =>
    tail === 'moved' ? tail : tail.messages.map(({ messageId }) => messageId);

  it('is nothing as long as nothing comes, and then what came', async () => {
    const last = await page();
    expect(ids(readTail(await behind('b'), last))).toEqual([]);
    await append(say('c'), say('d'));
    expect(ids(readTail(await behind('b'), last))).toEqual(['c', 'd']);
  });

  it('has moved when the session was rewound, and when a reset closed what is shown', async () => {
    const last = await page();
    await moveLeaf(write, { session: SESSION, messageId: 'a' });
    expect(readTail(await behind('b'), last)).toBe('moved');
    await moveLeaf(write, { session: SESSION, messageId: 'b' });
    expect(ids(readTail(await behind('b'), last))).toEqual([]);
    await append({ record: '{"type":"reset","id":"r"}' }, say('c'));
    expect(readTail(await behind('b'), last)).toBe('moved');
  });

  it('grows a page up to its bound, then begins another, and drops the oldest of too many', async () => {
    const empty = { ...(await page()), messages: [] };
    const message = (await page()).messages[0];
    if (message === undefined) throw new Error('There is no message.');
    const reply = (from: number, count: number): HistoryReply => ({
      ...empty,
      messages: Array.from({ length: count }, (_, index) => ({ ...message, messageId: `m${from + index}` })),
      after: null,
    });
    let data = { pages: [reply(0, PAGE_MESSAGES)], pageParams: ['tail'] };
    expect(addTail(data, reply(0, 0), 'none')).toEqual(data);
    let written = PAGE_MESSAGES;
    for (let round = 0; round < 40; round += 1) {
      data = addTail(data, reply(written, 55), `after m${written - 1}`);
      written += 55;
    }
    expect(data.pages).toHaveLength(PAGES_MAX);
    expect(data.pageParams).toHaveLength(PAGES_MAX);
    const shown = data.pages.flatMap(({ messages }) => messages.map(({ messageId }) => messageId));
    expect(shown).toEqual(Array.from({ length: shown.length }, (_, index) => `m${written - shown.length + index}`));
    expect(Math.max(...data.pages.map(({ messages }) => messages.length))).toBeLessThanOrEqual(3 * PAGE_MESSAGES);
  });
});
