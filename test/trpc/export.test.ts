import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { AppError, notFound } from '../../server/errors.ts';
import { log } from '../../server/log.ts';
import { serveExport, serveListExport } from '../../server/trpc/export.ts';
import { cookieOf } from '../auth/cookies.ts';
import { EVERYTHING } from '../support/everything.ts';
import { withDatabase } from '../support/test-store.ts';
import { saveTestTranscript, writer } from '../support/transcripts.ts';
import { Door, ORIGIN, PORT } from './door.ts';

type Change = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly signal?: AbortSignal;
};

const TITLE = 'Grüße "aus" Köln\r\nX-Evil: 1 \u202E../x';
const entries = Array.from({ length: 3000 }, (_, index) => ({
  id: `e${index}`,
  text: `lantern ${index} ${'fog '.repeat(50)}`,
}));

let door: Door;
let people: Record<'ann' | 'bob' | 'owner', Person>;
let sessionId: string;
const reads: string[] = [];

beforeAll(async () => {
  door = new Door();
  const { recordPlaces } = door.store.engine;
  // Counts readings, to see that nobody reads ahead of a caller who takes nothing.
  const counting = {
    ...door.store.engine,
    recordPlaces: (...asked: Parameters<typeof recordPlaces>) => {
      reads.push('page');
      return recordPlaces(...asked);
    },
  };
  Object.assign(door, { runtime: { ...door.runtime, engine: counting } });
  people = {
    ann: await door.addPerson('ann'),
    bob: await door.addPerson('bob'),
    owner: await door.addPerson('owner', 'owner'),
  };
  await saveTestTranscript(writer(door.store.engine, people.ann), { title: TITLE, entries });
  const [saved] = await door.store.engine.findSessions(EVERYTHING, 'native-1');
  sessionId = saved?.sessionId ?? '';
}, 60_000);
afterAll(() => door.close());

async function requestOf(
  person: Person | null,
  address: string,
  { headers = {}, method = 'GET', signal }: Change,
): Promise<Request> {
  const cookie = person === null ? {} : { cookie: await cookieOf(door.store.engine, person) };
  const all = { host: `localhost:${PORT}`, ...cookie, ...headers };
  return new Request(`${ORIGIN}${address}`, { method, headers: all, ...(signal === undefined ? {} : { signal }) });
}

async function ask(
  person: Person | null,
  query: string,
  change: Change & { session?: string } = {},
): Promise<Response> {
  const session = change.session ?? sessionId;
  return serveExport(door.runtime, await requestOf(person, `/api/export/${session}?${query}`, change), session);
}

async function askList(person: Person | null, query: string): Promise<Response> {
  return serveListExport(door.runtime, await requestOf(person, `/api/export/list?${query}`, {}));
}

/** Lets whatever is under way go on. */
async function turns(): Promise<void> {
  for (let count = 0; count < 50; count += 1) await new Promise((resolve) => setImmediate(resolve));
}

const auditRows = (): number =>
  withDatabase(door.store.file, (client) =>
    Number(client.prepare("SELECT count(*) FROM audit_event WHERE act = 'export'").pluck().get()),
  );

describe('the download of a session', () => {
  it.each([
    ['jsonl', 'application/x-ndjson; charset=utf-8', 'jsonl'],
    ['markdown', 'text/markdown; charset=utf-8', 'md'],
    ['html', 'text/html; charset=utf-8', 'html'],
  ])('is a file that no browser runs or keeps: %s', async (as, type, extension) => {
    const before = auditRows();
    const response = await ask(people.ann, `as=${as}`);
    expect(auditRows()).toBe(before + 1);
    const headers = Object.fromEntries(response.headers);
    expect(response.status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="Gr-e-aus-K-ln-X-Evil-1-x-${sessionId.slice(0, 8)}.${extension}"; filename*=UTF-8''Gr%C3%BC%C3%9Fe-aus-K%C3%B6ln-X-Evil-1-x-${sessionId.slice(0, 8)}.${extension}`,
    });
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(headers['x-evil']).toBeUndefined();
    const text = await response.text();
    expect(text.match(/lantern 2999 /g)).toHaveLength(1);
  });

  it('takes the branch and leaves tools out as it is told', async () => {
    const text = await (await ask(people.ann, 'as=markdown&branch=e9&tools=0')).text();
    expect(text).toContain('lantern 9 ');
    expect(text).not.toContain('lantern 10 ');
  });

  it('does not exist for somebody else, with the words for what is not there', async () => {
    const before = auditRows();
    const names = [sessionId, 'native-1', 'agent:main:native-1', 'nobodys'];
    for (const as of ['jsonl', 'markdown', 'html']) {
      for (const session of names) {
        const response = await ask(people.bob, `as=${as}`, { session });
        expect([response.status, await response.json()]).toEqual([404, { error: notFound().message }]);
      }
    }
    expect(auditRows()).toBe(before);
    expect((await ask(people.owner, 'as=markdown&branch=e1')).status).toBe(200);
  });

  it.each<[string, number, string, Change]>([
    ['nobody signed in', 401, 'as=jsonl', {}],
    ['another site', 403, 'as=jsonl', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['a neighbouring site', 403, 'as=jsonl', { headers: { 'sec-fetch-site': 'same-site' } }],
    ['a rebound name', 403, 'as=jsonl', { headers: { host: 'evil.example' } }],
    ['POST', 405, 'as=jsonl', { method: 'POST', headers: { origin: ORIGIN } }],
    ['HEAD', 405, 'as=jsonl', { method: 'HEAD' }],
    ['an unknown format', 400, 'as=pdf', {}],
    ['no format', 400, '', {}],
    ['an unknown field', 400, 'as=html&raw=1', {}],
    ['a field given twice', 400, 'as=html&as=jsonl', {}],
    ['a session in the query', 400, 'as=html&tools=maybe', {}],
    ['a branch of all branches', 400, 'as=jsonl&branch=e9', {}],
    ['an absent branch', 404, 'as=html&branch=nobodys', {}],
  ])('is refused to %s with %i, and leaves no audit row', async (who, status, query, change) => {
    const before = auditRows();
    const response = await ask(who === 'nobody signed in' ? null : people.ann, query, change);
    expect(response.status).toBe(status);
    expect(await response.text()).not.toContain('lantern');
    expect(auditRows()).toBe(before);
  });

  it('is given to a page of this site, and to an address that somebody typed', async () => {
    for (const site of ['same-origin', 'none'])
      expect((await ask(people.ann, 'as=markdown&branch=e1', { headers: { 'sec-fetch-site': site } })).status).toBe(
        200,
      );
  });

  it('reads only as fast as the caller takes it, and stops when the caller is gone', async () => {
    reads.length = 0;
    const loggedErrors = vi.spyOn(log, 'failure');
    const response = await ask(people.ann, 'as=jsonl');
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeLessThan(200_000);
    await turns();
    // One chunk was taken, and one waits: the session is seven pages.
    expect(reads.length).toBeLessThanOrEqual(2);
    await reader?.cancel();
    await turns();
    expect(reads.length).toBeLessThanOrEqual(2);
    expect(loggedErrors).not.toHaveBeenCalled();
  });

  it('breaks off when the request is aborted or a reading fails: half a file never ends like a whole one', async () => {
    const gone = new AbortController();
    const response = await ask(people.ann, 'as=jsonl', { signal: gone.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    gone.abort();
    const toTheEnd = async (): Promise<void> => {
      while ((await reader?.read())?.done === false);
    };
    await expect(toTheEnd()).rejects.toThrow(AppError);
    const { engine } = door.runtime;
    let calls = 0;
    const failing = {
      ...engine,
      recordPlaces: async (...asked: Parameters<typeof engine.recordPlaces>) => {
        calls += 1;
        if (calls > 1) throw new Error('secret text of the store');
        return engine.recordPlaces(...asked);
      },
    };
    const request = await requestOf(people.ann, `/api/export/${sessionId}?as=jsonl`, {});
    const half = await serveExport({ ...door.runtime, engine: failing }, request, sessionId);
    await expect(half.text()).rejects.toThrow('The export broke off.');
  });
});

describe('the download of a list', () => {
  it('says when to come back, where a search for it was stopped', async () => {
    const search = () => Promise.reject(new AppError('timeout', 'It took too long.'));
    const { engine } = door.runtime;
    const request = await requestOf(people.ann, '/api/export/list?as=csv&query=x', {});
    const refused = await serveListExport({ ...door.runtime, engine: { ...engine, search } }, request);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toEqual({ error: 'It took too long.' });
  });

  it('is CSV of sessions or of hits, under the caller’s own scope', async () => {
    const sessions = await askList(people.ann, 'as=csv&archived=0');
    expect(sessions.status).toBe(200);
    expect(sessions.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(sessions.headers.get('content-disposition')).toContain('filename="sessions.csv"');
    expect([sessions.headers.get('x-scrollback-rows'), sessions.headers.get('x-scrollback-cut')]).toEqual(['1', null]);
    expect(await sessions.text()).toContain(sessionId);
    const hits = await askList(people.ann, 'as=csv&query=lantern&group=message&sort=oldest');
    expect(hits.headers.get('x-scrollback-rows')).toBe('3000');
    for (const query of ['as=csv', 'as=csv&query=lantern', 'as=csv&search=Gr']) {
      const foreign = await askList(people.bob, query);
      expect(foreign.headers.get('x-scrollback-rows')).toBe('0');
      expect(await foreign.text()).not.toContain(sessionId);
    }
  }, 30_000);

  it.each([
    ['another format', 400, 'as=html'],
    ['a limit of its own', 400, 'as=csv&limit=5'],
    ['a mistyped filter', 400, 'as=csv&query=agnet:main'],
    ['a filter of the other list', 400, 'as=csv&query=lantern&archived=1'],
    ['a parent that is not there', 404, 'as=csv&parent=nobodys'],
  ])('is refused for %s with %i', async (_, status, query) => {
    expect((await askList(people.ann, query)).status).toBe(status);
  });

  it('narrows kinds', async () => {
    expect((await askList(people.ann, 'as=csv&kinds=cron,hook')).headers.get('x-scrollback-rows')).toBe('0');
    expect((await askList(people.ann, 'as=csv&kinds=other,cron')).headers.get('x-scrollback-rows')).toBe('1');
  });
});
