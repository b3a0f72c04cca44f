import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCsv } from '../../server/history/export-csv.ts';
import { exportHits } from '../../server/history/export-hits.ts';
import { exportSessionList } from '../../server/history/export-session-list.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { NOW_MS, openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';
import { escapedWhole, piecesIn, TOKEN, textOf } from './export-support.ts';

/** Reads a table as RFC 4180 says. Quoted cells may hold anything. */
function readCsv(text: string): readonly (readonly string[])[] {
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const rows: string[][] = [[]];
  for (cell.lastIndex = 1; cell.lastIndex < text.length; ) {
    const [, quoted, bare = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error('This is no CSV.');
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

async function written(cell: string): Promise<string> {
  let text = '';
  for await (const piece of toCsv(['name'], [[cell, 1]])) text += piece;
  return readCsv(text)[1]?.[0] ?? '';
}

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+41 79', "'+41 79"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "' x"],
    ['\n=x', "' =x"],
    ['  =x', "'  =x"],
    ['＝x', "'＝x"],
    ['a=b', 'a=b'],
    ['say "hi", then\r\ngo', 'say "hi", then go'],
    ['\u202Ecod.exe', '[U+202E]cod.exe'],
    ['a\u0000b\u001b[31m', 'a\uFFFDb\uFFFD[31m'],
    ['日本語 ไทย', '日本語 ไทย'],
  ])('of %j is %j', async (cell, expected) => {
    expect(await written(cell)).toBe(expected);
  });
});

describe('a list as a table', () => {
  let store: TestStore;
  let scope: ReadScope;
  let other: ReadScope;

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    scope = reader(store.engine, ann);
    other = reader(store.engine, await addTestPerson(store.engine, 'bob@example.org'));
    for (let index = 0; index < 230; index += 1) {
      await saveTestTranscript(writer(store.engine, ann), {
        nativeId: `s${index}`,
        title: index === 0 ? `=HYPERLINK("//evil") ${TOKEN} "${escapedWhole(TOKEN)}"` : `Title ${index}`,
        entries: [{ id: `s${index}-1`, text: `=lantern ${TOKEN} number ${index}` }],
      });
    }
  });
  afterAll(() => store.close());

  it('holds every session of the list, in its order, redacted', async () => {
    const table = await exportSessionList(scope, {});
    const text = await textOf(table);
    const [names = [], ...rows] = readCsv(text);
    expect([rows.length, table.rows, table.isCut]).toEqual([230, 230, false]);
    expect(new Set(rows.map((row) => row[names.indexOf('session key')])).size).toBe(230);
    expect(rows.every((row) => row.length === names.length)).toBe(true);
    expect(rows.map((row) => row[names.indexOf('title')]).filter((title) => title?.includes('HYPERLINK'))).toEqual([
      expect.stringMatching(/^'=HYPERLINK\("\/\/evil"\) \[redacted:github-token\] "\[redacted:github-token\]/),
    ]);
    expect(piecesIn(text, TOKEN)).toEqual([]);
  });

  it('holds every hit of a search, and follows its filters', async () => {
    const moment = { nowMs: NOW_MS, signal: null };
    const table = await exportHits(scope, { query: 'lantern', group: 'message' }, moment);
    const text = await textOf(table);
    const [names = [], ...rows] = readCsv(text);
    expect([rows.length, table.isCut]).toEqual([230, false]);
    expect(rows[0]?.[names.indexOf('excerpt')]).toMatch(/^'=lantern \[redacted:github-token\] number \d+$/);
    expect(piecesIn(text, TOKEN)).toEqual([]);
    const one = await exportHits(scope, { query: 'lantern session:agent:main:s7' }, moment);
    expect(one.rows).toBe(1);
  });

  it('is empty for whoever sees nothing', async () => {
    const moment = { nowMs: NOW_MS, signal: null };
    for (const table of [await exportSessionList(other, {}), await exportHits(other, { query: 'lantern' }, moment)]) {
      expect(readCsv(await textOf(table))).toHaveLength(1);
      expect(table.rows).toBe(0);
    }
  });

  it('says so when there are more rows than it holds', async () => {
    const page = await scope.engine.listSessions(scope.reach, listFilter);
    const endless = { ...scope.engine, listSessions: async () => ({ ...page, hasMore: true }) };
    const table = await exportSessionList(reader(endless, scope.actor.person), {});
    expect([table.rows, table.isCut]).toEqual([10_000, true]);
  });

  it('leaves an audit row with its number of rows', async () => {
    await exportSessionList(scope, { search: 'Title 22' });
    const last = withDatabase(store.file, (client) =>
      client.prepare('SELECT act, subject, results FROM audit_event ORDER BY id DESC LIMIT 1').get(),
    );
    expect(last).toEqual({ act: 'export', subject: null, results: 11 });
  });
});

const listFilter = {
  kinds: null,
  agentId: null,
  search: null,
  archived: 'all',
  format: null,
  project: null,
  label: null,
  ownerEmail: null,
  parent: null,
  limit: 200,
  after: null,
} as const;
