import { describe, expect, it } from 'vitest';
import type { HistoryInput, HistoryReply } from '../../../server/contract/history.ts';
import { notFound } from '../../../server/errors.ts';
import { getHistory } from '../../../server/history/get-history.ts';
import { getMessage } from '../../../server/history/get-message.ts';
import type { TestEntry } from '../../support/transcripts.ts';
import { addTestPerson, reader } from '../../support/transcripts.ts';
import type { House, TestedEngine } from '../house.ts';

const record = (message: unknown): unknown => ({ type: 'message', message });

export function callEntry(id: string, command: string, more: Partial<TestEntry> = {}): TestEntry {
  const content = [{ type: 'toolCall', id: `call-${id}`, name: 'exec', arguments: { command } }];
  return { id, role: 'assistant', record: record({ role: 'assistant', content }), ...more };
}

export function resultEntry(id: string, output: string, more: Partial<TestEntry> = {}): TestEntry {
  const message = { role: 'toolResult', toolCallId: `call-${id}`, isError: false, content: output };
  return { id, kind: 'tool-result', role: 'tool', record: record(message), ...more };
}

/** A turn of six records: prompt, reasoning, call, result, a note of the program, answer. */
const turn = (index: number): readonly TestEntry[] => [
  { id: `p${index}`, role: 'user', text: `prompt ${index}` },
  { id: `t${index}`, role: 'assistant', record: record({ role: 'assistant', content: [{ type: 'thinking' }] }) },
  callEntry(`c${index}`, `ls ${index}`),
  resultEntry(`r${index}`, `out ${index}`),
  { id: `n${index}`, kind: 'injected', role: 'system', record: { type: 'custom_message', content: `note ${index}` } },
  { id: `a${index}`, role: 'assistant', text: `answer ${index}` },
];
const TURNS = 8;
const entries: readonly TestEntry[] = [
  { id: 'h', kind: 'header', role: null },
  ...Array.from({ length: TURNS }, (_, index) => turn(index)).flat(),
  { id: 'k', kind: 'control', role: null },
  { id: 'u', kind: 'unknown', role: null },
];
const idsOf = (reply: HistoryReply): readonly string[] => reply.messages.map((message) => message.messageId);
const numbered = (letters: string): readonly string[] =>
  Array.from({ length: TURNS }, (_, index) => [...letters].map((letter) => `${letter}${index}`)).flat();

async function page(house: House, more: Partial<HistoryInput> = {}): Promise<HistoryReply> {
  return getHistory(house.read, { session: 'native-1', includeTools: true, ...more });
}

/** All ids that are met from a page outwards, in order. */
async function spread(house: House, ask: Partial<HistoryInput>): Promise<readonly string[]> {
  const { around: _, ...rest } = ask;
  const middle = await page(house, ask);
  const ids = [...idsOf(middle)];
  for (let cursor = middle.before; cursor !== null; ) {
    const older = await page(house, { ...rest, before: cursor });
    ids.unshift(...idsOf(older));
    cursor = older.before;
  }
  for (let cursor = middle.after; cursor !== null; ) {
    const newer = await page(house, { ...rest, after: cursor });
    ids.push(...idsOf(newer));
    cursor = newer.after;
  }
  return ids;
}

export function describeTools({ openHouse }: TestedEngine): void {
  describe('a history with tools', () => {
    it('shows calls, results and what programs said; never controls, headers, unknown records or bare reasoning', async () => {
      const house = await openHouse({ entries });
      expect(idsOf(await page(house, { limit: 1000 }))).toEqual(numbered('pcrna'));
      expect(idsOf(await page(house, { limit: 1000, includeTools: false }))).toEqual(numbered('pa'));
    });

    it('gives each message its parts, and none without tools', async () => {
      const house = await openHouse({ entries });
      const { messages } = await page(house, { around: 'c3', limit: 3 });
      expect(messages.map(({ messageId, text, parts }) => [messageId, text, parts])).toEqual([
        ['c3', '', [{ type: 'call', callId: 'call-c3', name: 'exec', gist: 'ls 3', byteLength: 4 }]],
        ['r3', '', [{ type: 'result', callId: 'call-r3', gist: 'out 3', byteLength: 5, lines: 1, isError: false }]],
      ]);
      const plain = await page(house, { includeTools: false });
      expect(plain.messages.every(({ parts }) => parts.length === 0)).toBe(true);
    });

    it('meets the pages beside it without gap or overlap, with tools and without', async () => {
      const house = await openHouse({ entries });
      for (const ask of [
        { limit: 5 },
        { around: 'c3', limit: 4 },
        { around: 't0', limit: 1 },
        { around: 'a7', limit: 7 },
      ]) {
        expect(await spread(house, ask)).toEqual(numbered('pcrna'));
        expect(await spread(house, { ...ask, includeTools: false })).toEqual(numbered('pa'));
      }
    });

    it('goes from a page with tools to one without by the same cursor', async () => {
      const house = await openHouse({ entries });
      const tail = await page(house, { limit: 2 });
      expect(tail.before).toBe('n7');
      expect(idsOf(await page(house, { before: tail.before ?? '', limit: 2, includeTools: false }))).toEqual([
        'a6',
        'p7',
      ]);
    });

    it('is shorter than its limit where records are long, and still meets the pages beside it', async () => {
      const long = 'word '.repeat(300_000);
      const ids = Array.from({ length: 6 }, (_, index) => `r${index}`);
      const house = await openHouse({ entries: ids.map((id) => resultEntry(id, long)) });
      const tail = await page(house, { limit: 6 });
      expect(idsOf(tail)).toEqual(['r4', 'r5']);
      expect(tail.before).toBe('r4');
      for (const ask of [{ limit: 6 }, { around: 'r3', limit: 6 }, { around: 'r0', limit: 2 }])
        expect(await spread(house, ask)).toEqual(ids);
    });

    it('shows one record at least, however long it is', async () => {
      const house = await openHouse({
        entries: [resultEntry('r0', 'x'), resultEntry('r1', 'word '.repeat(1_000_000))],
      });
      expect(idsOf(await page(house))).toEqual(['r1']);
      expect(await spread(house, {})).toEqual(['r0', 'r1']);
    });

    it('reads an abandoned branch with its tools', async () => {
      const branched: readonly TestEntry[] = [
        { id: 'p', parent: null, text: 'begin' },
        callEntry('c', 'ls', { parent: 'p' }),
        resultEntry('r', 'out', { parent: 'c' }),
        { id: 'b', parent: 'p', text: 'other' },
      ];
      const house = await openHouse({ entries: branched });
      expect(idsOf(await page(house, { branch: 'r' }))).toEqual(['p', 'c', 'r']);
      expect(idsOf(await page(house))).toEqual(['p', 'b']);
    });
  });

  describe('one message in full', () => {
    it('holds its parts, on whatever branch it is', async () => {
      const off: readonly TestEntry[] = [
        { id: 'p', parent: null, text: 'begin' },
        callEntry('c', 'ls -l\nmore', { parent: 'p' }),
        { id: 'b', parent: 'p', text: 'other' },
      ];
      const house = await openHouse({ entries: off });
      expect(await getMessage(house.read, { session: 'native-1', messageId: 'c' })).toMatchObject({
        messageId: 'c',
        kind: 'message',
        role: 'assistant',
        text: '',
        parts: [{ text: 'ls -l\nmore', isCut: false }],
      });
      expect(await getMessage(house.read, { session: 'native-1', messageId: 'b' })).toMatchObject({ text: 'other' });
    });

    it('is not found when it is no message, is not there, or is another’s', async () => {
      const house = await openHouse({ entries });
      const refused = { kind: 'not-found', message: notFound().message };
      for (const messageId of ['h', 'k', 'u', 'nowhere'])
        await expect(getMessage(house.read, { session: 'native-1', messageId })).rejects.toMatchObject(refused);
      const stranger = await addTestPerson(house.engine, `stranger-of-${house.person.email}`);
      const read = reader(house.engine, stranger);
      await expect(getMessage(read, { session: 'native-1', messageId: 'p0' })).rejects.toMatchObject(refused);
    });
  });
}
