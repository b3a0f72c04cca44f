import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchInput } from '../../server/contract/search.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { searchMessages } from '../../server/search/search-messages.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { find, search } from '../support/asking.ts';
import { NOW_MS, openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

const SECRET = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;

describe('a search', () => {
  let store: TestStore;
  let read: ReadScope;

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org', 'operator');
    read = reader(store.engine, ann);
    const write = writer(store.engine, ann);
    await saveTestTranscript(write, {
      nativeId: 'one',
      title: 'Lights',
      entries: [
        { id: 'a', text: 'turn the lantern on', timeMs: NOW_MS - 60_000 },
        { id: 'b', text: `the lantern needs ${SECRET} to start`, timeMs: NOW_MS - 59_000 },
        { id: 'c', text: `${'before '.repeat(500)}lantern${' behind'.repeat(500)}`, timeMs: NOW_MS - 58_000 },
      ],
    });
    await saveTestTranscript(write, {
      nativeId: 'two',
      entries: [{ id: 'd', text: 'a lantern in the rain', timeMs: NOW_MS - 3_600_000 }],
    });
  });
  afterAll(() => store.close());

  it('answers with everything that a caller must know about the answer', async () => {
    expect(await search(read, 'lantern rain')).toEqual({
      results: [
        {
          sessionKey: 'agent:main:two',
          sessionId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
          messageId: 'd',
          timestamp: NOW_MS - 3_600_000,
          role: 'user',
          snippet: 'a lantern in the rain',
          highlights: [
            [2, 9],
            [17, 21],
          ],
          score: expect.any(Number) as number,
          title: null,
          agentId: 'main',
          kind: 'other',
          matchesInSession: 1,
        },
      ],
      indexing: false,
      pending: 0,
      truncated: false,
      ranked: 'all',
      scope: { mode: 'all-but-incognito', description: 'All sessions but the incognito ones of others' },
      interpreted: expect.objectContaining({ text: 'lantern rain', match: 'all', named: [] }) as object,
      otherBranches: { matches: 0, isMore: false },
      nextCursor: null,
    });
  });

  it('shows the part of a long message that matches, within a bound, and where', async () => {
    const [hit] = (await search(read, 'lantern before')).results;
    expect(hit?.messageId).toBe('c');
    expect(hit?.snippet.length).toBeLessThanOrEqual(300);
    const marked = hit?.highlights.map(([start, end]) => hit.snippet.slice(start, end)) ?? [];
    expect(marked).toContain('lantern');
    expect(marked.every((text) => text === 'lantern' || text === 'before')).toBe(true);
  });

  it('never shows or confirms a secret, not even one that is asked for', async () => {
    const shown = await search(read, 'lantern', { group: 'message' });
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect(shown.results.find((hit) => hit.messageId === 'b')?.snippet).toContain('[redacted:github-token]');
    for (const query of [SECRET, `"${SECRET}"`, `${SECRET.slice(0, 12)}*`, `lantern ${SECRET}`]) {
      const reply = await search(read, query, { match: 'all' });
      expect(reply.results).toEqual([]);
      expect(JSON.stringify(reply)).not.toContain(SECRET);
    }
  });

  it('says how many sessions wait to be indexed, and does not show their old text', async () => {
    withDatabase(store.file, (client) =>
      client.exec(`UPDATE session SET is_stale = 1 WHERE session_key = 'agent:main:two'`),
    );
    expect(await search(read, 'lantern')).toMatchObject({
      indexing: true,
      pending: 1,
      results: [{ sessionKey: 'agent:main:one' }],
    });
    expect(await find(read, 'rain')).toEqual([]);
    withDatabase(store.file, (client) => client.exec('UPDATE session SET is_stale = 0'));
    expect(await find(read, 'rain')).toEqual(['d']);
  });

  it('reads dates in the caller’s time zone', async () => {
    // NOW is noon UTC on 1 November: in Kiribati it is 2 November by then.
    const shown = (timeZone: string) => find(read, 'lantern on:2026-11-02', { timeZone });
    expect(await shown('Pacific/Kiritimati')).toHaveLength(4);
    expect(await shown('UTC')).toEqual([]);
    await expect(shown('Mars/Olympus')).rejects.toMatchObject({ kind: 'bad-input' });
  });

  it('tells the engine who asks, and when nobody waits any more', async () => {
    const callers: unknown[] = [];
    const noting: Engine = {
      ...store.engine,
      search: async (reach, request, caller) => {
        callers.push(caller);
        return store.engine.search(reach, request, caller);
      },
    };
    const { signal } = new AbortController();
    await searchMessages({ ...read, engine: noting }, { query: 'lantern' }, { nowMs: NOW_MS, signal });
    expect(callers).toEqual([{ id: String(read.actor.person.id), signal }]);
  });

  it('takes no input but what it knows', async () => {
    const bad: readonly object[] = [
      { query: 'x', sort: 'rank' },
      { query: 'x', sort: '__proto__' },
      { query: 'x', group: 'owner' },
      { query: 'x', order: 'id; DROP TABLE entry' },
      { query: ['x'] },
      {},
    ];
    for (const input of bad) {
      await expect(searchMessages(read, input as SearchInput, { nowMs: NOW_MS, signal: null })).rejects.toThrow();
    }
  });
});
