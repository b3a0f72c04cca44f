import { describe, expect, it } from 'vitest';
import { NOW_MS } from '../support/test-store.ts';
import { fileReport, ImportWorld, reasons } from './import-world.ts';
import { headerLine, openclawFile, turnLine } from './openclaw-file.ts';

const TURNS = [
  { id: 'm1', text: 'first sanderling' },
  { id: 'm2', text: 'second sanderling' },
];
const FILE = openclawFile('s1', TURNS);
const UNKNOWN = 'no transcript format that is known here';

describe('F3: a file in another encoding', () => {
  const withMark = Buffer.from(`\uFEFF${FILE}`, 'utf16le');
  it.each([
    ['UTF-16', withMark],
    ['UTF-16, the other way round', Buffer.from(withMark).swap16()],
    ['UTF-16 without a mark', Buffer.from(FILE, 'utf16le')],
  ])('as %s is never silently empty: it is skipped, with a reason', async (_, bytes) => {
    const world = new ImportWorld();
    world.write('s1.jsonl', bytes);
    const report = fileReport(await world.import(), 's1.jsonl');
    expect(report).toMatchObject({ status: 'skipped', entries: 0 });
    expect(reasons(report)).toEqual([UNKNOWN]);
    expect(await world.sessions()).toEqual([]);
  });

  it('at home in an agent’s folder keeps its bytes, though nothing in it can be read', async () => {
    const world = new ImportWorld();
    world.write('agents/main/sessions/s1.jsonl', withMark);
    const report = fileReport(await world.import(), 's1.jsonl');
    expect(report.messages).toBe(0);
    expect(reasons(report)).not.toEqual([]);
    expect(await world.search('sanderling')).toEqual([]);
    expect(await world.faults()).toEqual([]);
  });

  it('whose lines end in a carriage return alone is one line that is no record, and is told', async () => {
    const world = new ImportWorld();
    world.write('agents/main/sessions/s1.jsonl', FILE.replaceAll('\n', '\r'));
    const report = fileReport(await world.import(), 's1.jsonl');
    expect(report.messages).toBe(0);
    expect(reasons(report)).not.toEqual([]);
    expect(await world.faults()).toEqual([]);
  });
});

describe('F7: keys and numbers that readers differ about', () => {
  it('of two members with one key the last counts, as everywhere in JavaScript, and the record keeps both', async () => {
    const world = new ImportWorld();
    const doubled = '"role":"assistant","content":"hidden sanderling","role":"user","content":"shown sanderling"';
    const line = `{"type":"message","id":"x","id":"m1","parentId":null,"message":{${doubled}}}\n`;
    const file = world.write('s1.jsonl', headerLine('s1') + line);
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ messages: 1, entries: 2 });
    expect(await world.search('sanderling')).toMatchObject([
      { messageId: 'm1', role: 'user', snippet: 'shown sanderling' },
    ]);
    expect(await world.search('hidden')).toEqual([]);
    expect(fileReport(await world.import([file]), 's1.jsonl').status).toBe('unchanged');
  });

  it('numbers are no ids: two beyond 2^53 that JavaScript takes for one do not meet', async () => {
    const world = new ImportWorld();
    const line = (id: string, text: string): string =>
      `{"type":"message","id":${id},"parentId":null,"message":{"role":"user","content":"${text} sanderling"}}\n`;
    world.write('s1.jsonl', headerLine('s1') + line('9007199254740992', 'even') + line('9007199254740993', 'odd'));
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ messages: 2, entries: 3 });
    const hits = await world.search('branch:any sanderling');
    expect(hits.map((hit) => hit.snippet).sort()).toEqual(['even sanderling', 'odd sanderling']);
    expect(new Set(hits.map((hit) => hit.messageId)).size).toBe(2);
    expect(hits.every((hit) => !hit.messageId.includes('9007199254740'))).toBe(true);
  });
});

describe('F13: times', () => {
  const HOUR = 3_600_000;
  const stampedLine = (id: string, parentId: string | null, stamp: unknown): string => {
    const message = { role: 'user', content: `sanderling ${id}` };
    return `${JSON.stringify({ type: 'message', id, parentId, timestamp: stamp, message })}\n`;
  };
  /** Imports one turn for each of the stamps, and gives the time of each as it is read. */
  const timesOf = async (stamps: readonly unknown[]): Promise<readonly number[]> => {
    const world = new ImportWorld();
    const lines = stamps.map((stamp, at) => stampedLine(`m${at}`, at === 0 ? null : `m${at - 1}`, stamp));
    world.write('s1.jsonl', headerLine('s1') + lines.join(''));
    await world.import();
    const { messages } = await world.history('s1');
    expect(messages.map(({ messageId }) => messageId)).toEqual(stamps.map((_, at) => `m${at}`));
    return messages.map(({ timestamp }) => timestamp);
  };

  it('in seconds and in milliseconds are the same moment', async () => {
    const seconds = Math.floor(NOW_MS / 1000) - 3600;
    const [inSeconds, inMilliseconds, asText] = await timesOf([
      seconds,
      seconds * 1000,
      new Date(seconds * 1000).toISOString(),
    ]);
    expect([inSeconds, inMilliseconds, asText]).toEqual([seconds * 1000, seconds * 1000, seconds * 1000]);
  });

  it('that go backwards are kept as they are, and the order of reading stays the file’s', async () => {
    const [first, second] = [NOW_MS - HOUR, NOW_MS - 5 * HOUR];
    expect(await timesOf([new Date(first).toISOString(), new Date(second).toISOString()])).toEqual([first, second]);
  });

  it('that are missing or none follow the entry before, a millisecond later', async () => {
    const start = NOW_MS - HOUR;
    const stamps = [new Date(start).toISOString(), null, 'yesterday', '2026-02-30T00:00:00Z', {}, -1, true];
    expect(await timesOf(stamps)).toEqual(stamps.map((_, at) => start + at));
  });

  it('of a far future do not stand above what comes later', async () => {
    const world = new ImportWorld();
    world.write('a.jsonl', headerLine('a') + stampedLine('future', null, '2999-01-01T00:00:00Z'));
    await world.import([world.at('a.jsonl')]);
    const later = NOW_MS + 2 * HOUR;
    world.write('b.jsonl', headerLine('b') + turnLine({ id: 'present', text: 'sanderling', atMs: NOW_MS + HOUR }));
    await world.import([world.at('b.jsonl')], { nowMs: later });
    expect((await world.search('sanderling')).map((hit) => hit.messageId)).toEqual(['present', 'future']);
  });
});
