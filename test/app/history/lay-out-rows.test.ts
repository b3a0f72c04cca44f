import { describe, expect, it } from 'vitest';
import { layOutRows } from '../../../app/(signed-in)/sessions/[id]/lay-out-rows.ts';
import type { Branch, HistoryMessage } from '../../../server/contract/history.ts';
import type { ShownSession } from '../../../server/contract/session.ts';
import { makeMessage } from './make-message.ts';

const HOUR_MS = 3_600_000;
const MIDNIGHT_MS = Date.UTC(2026, 10, 2);

const at = (messageId: string, timestamp: number, fields: Partial<HistoryMessage> = {}): HistoryMessage =>
  makeMessage({ messageId, timestamp, ...fields });
const branch = (leaf: string, leavesAt: string | null): Branch => ({
  ...{ leaf, leavesAt, messages: 1, startTimeMs: 0, gist: '', isActive: false },
});
const child = (sessionId: string, firstTimeMs: number | null): ShownSession =>
  ({ sessionId, firstTimeMs, title: null, label: null, sessionKey: sessionId, messages: 1 }) as ShownSession;

/** The keys of the rows, top to bottom. */
function keysOf(loaded: Partial<Parameters<typeof layOutRows>[0]>): readonly string[] {
  const rows = layOutRows({
    ...{ messages: [], branches: [], children: [], hasStart: true, hasEnd: true },
    dayOf: (timeMs) => new Date(timeMs).toISOString().slice(0, 10),
    ...loaded,
  });
  return rows.map(({ key }) => key);
}

describe('the rows of the history column', () => {
  it('begins each day with its line, the first row too', () => {
    const messages = [
      at('a', MIDNIGHT_MS - 2 * HOUR_MS),
      at('b', MIDNIGHT_MS - HOUR_MS),
      at('c', MIDNIGHT_MS),
      at('d', MIDNIGHT_MS + HOUR_MS),
    ];
    expect(keysOf({ messages })).toEqual(['day a', 'a', 'b', 'day c', 'c', 'd']);
  });

  it('breaks days in the zone of the viewer', () => {
    const messages = [at('a', MIDNIGHT_MS - HOUR_MS), at('b', MIDNIGHT_MS + HOUR_MS)];
    const dayOf = (timeMs: number): string => new Date(timeMs + 5 * HOUR_MS).toISOString().slice(0, 10);
    expect(keysOf({ messages, dayOf })).toEqual(['day a', 'a', 'b']);
  });

  it('says a day once more when the branch goes back in time', () => {
    const messages = [at('a', MIDNIGHT_MS), at('b', MIDNIGHT_MS - HOUR_MS), at('c', MIDNIGHT_MS)];
    expect(keysOf({ messages })).toEqual(['day a', 'a', 'day b', 'b', 'day c', 'c']);
  });

  it('leaves out a message whose results stand with their calls, and its day', () => {
    const call = { type: 'call', callId: '1', name: 'bash', gist: '', byteLength: 0 } as const;
    const result = { type: 'result', callId: '1', gist: '', byteLength: 0, lines: 0, isError: null } as const;
    const messages = [
      at('a', MIDNIGHT_MS - HOUR_MS, { text: '', parts: [call] }),
      at('b', MIDNIGHT_MS, { text: '', kind: 'tool-result', role: 'tool', parts: [result] }),
      at('c', MIDNIGHT_MS + HOUR_MS),
    ];
    expect(keysOf({ messages })).toEqual(['day a', 'a', 'day c', 'c']);
  });

  it('draws a boundary without text', () => {
    expect(keysOf({ messages: [at('a', MIDNIGHT_MS, { kind: 'compaction', role: null, text: '' })] })).toEqual([
      'day a',
      'a',
    ]);
  });

  it('draws a branch behind the row at which it leaves, also when that row is folded into another', () => {
    const call = { type: 'call', callId: '1', name: 'bash', gist: '', byteLength: 0 } as const;
    const result = { type: 'result', callId: '1', gist: '', byteLength: 0, lines: 0, isError: null } as const;
    const messages = [
      at('a', MIDNIGHT_MS, { text: '', parts: [call] }),
      at('b', MIDNIGHT_MS, { text: '', parts: [result] }),
      at('c', MIDNIGHT_MS),
    ];
    expect(keysOf({ messages, branches: [branch('x', 'b'), branch('y', 'b')] })).toEqual([
      ...['day a', 'a', 'branch x', 'branch y', 'c'],
    ]);
  });

  it('draws a branch that leaves before the first message only where the first message is loaded', () => {
    const messages = [at('a', MIDNIGHT_MS)];
    const branches = [branch('x', null)];
    expect(keysOf({ messages, branches })).toEqual(['branch x', 'day a', 'a']);
    expect(keysOf({ messages, branches, hasStart: false })).toEqual(['day a', 'a']);
  });

  it('puts a sub-agent where it began, and one from outside the pages nowhere', () => {
    const messages = [at('a', MIDNIGHT_MS), at('b', MIDNIGHT_MS + 2 * HOUR_MS)];
    const children = [
      child('late', MIDNIGHT_MS + 3 * HOUR_MS),
      child('between', MIDNIGHT_MS + HOUR_MS),
      child('early', MIDNIGHT_MS - HOUR_MS),
      child('empty', null),
    ];
    expect(keysOf({ messages, children })).toEqual([
      ...['child early', 'day a', 'a', 'child between', 'b', 'child late'],
    ]);
    expect(keysOf({ messages, children, hasStart: false, hasEnd: false })).toEqual([
      'day a',
      'a',
      'child between',
      'b',
    ]);
  });
});
