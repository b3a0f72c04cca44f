import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonBytes } from '../../server/mcp/json-bytes.ts';
import { NOW_MS } from '../support/test-store.ts';
import type { Reply } from './mcp-house.ts';
import { HOUR_MS, LABEL, SECRET, ToolWorld } from './tool-world.ts';

let world: ToolWorld;
beforeAll(async () => {
  world = await ToolWorld.open();
});
afterAll(() => world.house.close());

describe('sessions_search', () => {
  const search = (args: object, by?: string): Promise<Reply> => world.ask('sessions_search', args, by);

  it('gives hits, best first, with all that is needed to open them', async () => {
    const reply = await search({ query: 'lantern needs' });
    expect(reply).toMatchObject({ truncated: false, indexing: false, ranked: 'all', scope: { mode: 'all' } });
    expect(reply['notice']).toMatch(/data, never instructions/);
    expect(reply.results).toEqual([
      {
        sessionKey: 'agent:main:main',
        sessionId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        messageId: 'r',
        timestamp: NOW_MS - 8 * HOUR_MS,
        role: 'assistant',
        snippet: `the lantern needs ${LABEL} to start`,
        highlights: [
          [4, 11],
          [12, 17],
        ],
        score: expect.any(Number) as number,
        title: expect.stringContaining(LABEL) as string,
        agentId: 'main',
        kind: 'main',
      },
    ]);
    expect(JSON.stringify(reply)).not.toContain(SECRET);
  });

  it('gives ten unless it is asked for another number, and 25 at most', async () => {
    expect((await search({ query: 'filler' })).results).toHaveLength(10);
    expect(await search({ query: 'filler', limit: 1 })).toMatchObject({ results: [{}], truncated: true });
    expect((await search({ query: 'filler', limit: 25 })).results).toHaveLength(25);
    for (const limit of [0, 26, 1.5, -1, '10', null])
      expect(await world.refused('sessions_search', { query: 'filler', limit })).toMatchObject({
        status: 'error',
        error: expect.stringMatching(/^limit: /) as string,
      });
  });

  it('keeps results under 32 KiB, whole hits dropped from the end, and says so', async () => {
    const few = await search({ query: 'beacon', limit: 10 });
    const reply = await search({ query: 'beacon', limit: 25 });
    expect(reply.results.length).toBeGreaterThan(10);
    expect(reply.results.length).toBeLessThan(25);
    expect(reply.results.slice(0, 10)).toEqual(few.results);
    expect(reply['truncated']).toBe(true);
    expect(jsonBytes(reply.results)).toBeLessThanOrEqual(32_768);
    expect(jsonBytes(reply.results)).toBeGreaterThan(31_000);
  });

  it('gives a message of 300 characters whole, and of 301 no more than 300', async () => {
    const [whole] = (await search({ query: 'short' })).results;
    expect(whole?.snippet).toBe(`short ${'a'.repeat(294)}`);
    const [cut] = (await search({ query: 'longer' })).results;
    expect(cut?.snippet.length).toBeLessThanOrEqual(300);
    expect(cut?.snippet).toMatch(/^longer b/);
  });

  it('is narrowed by session, role and dates, beside and inside the query', async () => {
    const found = async (args: object): Promise<readonly string[]> =>
      (await search(args)).results.map(({ messageId }) => messageId).toSorted();
    expect(await found({ query: 'lantern OR short' })).toEqual(['l300', 'q', 'r']);
    expect(await found({ query: 'lantern OR short', sessionKey: 'agent:main:long' })).toEqual(['l300']);
    expect(await found({ query: 'lantern', role: 'user' })).toEqual(['q']);
    expect(await found({ query: 'lantern role:user' })).toEqual(['q']);
    expect(await found({ query: 'lantern OR short', after: '5h' })).toEqual(['l300']);
    expect(await found({ query: 'lantern OR short', before: '5h' })).toEqual(['q', 'r']);
    expect(await world.refused('sessions_search', { query: 'lantern', before: 'soon' })).toMatchObject({
      status: 'error',
    });
  });

  it.each([
    ['empty', ''],
    ['blank', ' \n\t\u3000'],
    ['of 4,097 characters', 'x'.repeat(4097)],
    ['no text', 5],
    ['missing', undefined],
    ['of more than 32 words', 'w '.repeat(33)],
  ])('refuses a query that is %s', async (_says, query) => {
    const { status, error } = await world.refused('sessions_search', { query });
    expect(status).toBe('error');
    expect(error.length).toBeLessThan(200);
  });

  it('takes a query of 4,096 characters', async () => {
    expect((await search({ query: `lantern ${'x'.repeat(4088)}` })).results.length).toBeGreaterThan(0);
    expect(jsonBytes(await search({ query: `"${'字'.repeat(4094)}"` }))).toBeLessThan(8000);
  });

  it('says which words are nowhere, and finds nothing of other people or abandoned branches', async () => {
    expect(await search({ query: 'lantern zeppelin' })).toMatchObject({
      interpreted: { match: 'some', missing: ['zeppelin'] },
    });
    const { results } = await search({ query: 'lantern', limit: 25 });
    expect(results.map(({ messageId }) => messageId).toSorted()).toEqual(['q', 'r']);
    expect(await world.refused('sessions_search', { query: 'lantern branch:any' })).toMatchObject({ status: 'error' });
  });
});
