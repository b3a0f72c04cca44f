import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportReport } from '../../server/contract/import.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import type { SessionListReply } from '../../server/contract/session.ts';
import { openclawFile } from '../ingest/openclaw-file.ts';
import { addTestPerson } from '../support/transcripts.ts';
import { Browser } from './browser.ts';
import type { Served } from './server.ts';

const PASSWORD = 'correct horse battery';
const CANARY = 'quixotry';

/** Two people on one server: what the second learns of the first. */
export function peopleCases(server: () => Served): void {
  describe('two people', () => {
    let carol: Browser;
    let dave: Browser;

    beforeAll(async () => {
      [carol, dave] = [await joined('carol'), await joined('dave')];
      await upload(carol, 'root', [`${CANARY} in the root`, 'and an answer'], 'agent:main:main');
    });

    async function joined(name: string): Promise<Browser> {
      const person = await addTestPerson(server().store.engine, `${name}@example.org`);
      const browser = new Browser(server());
      const token = await server().token(person);
      await browser.call('users.choosePassword', { token, email: '', password: PASSWORD });
      await browser.signIn(person.email, PASSWORD);
      return browser;
    }

    async function upload(
      browser: Browser,
      name: string,
      texts: readonly string[],
      key: string,
    ): Promise<ImportReport> {
      const turns = texts.map((text, index) => ({ id: `${name}-${index}`, text }));
      const body = openclawFile(`${key.replaceAll(':', '-')}-${name}`, turns);
      const headers = { 'content-type': 'application/octet-stream' };
      const { status, text } = await browser.ask({
        method: 'POST',
        path: `/api/upload?name=${name}.jsonl`,
        headers,
        body,
      });
      expect([status, text]).toEqual([200, expect.stringContaining('jobId')]);
      const input = encodeURIComponent(JSON.stringify(JSON.parse(text)));
      const stream = await browser.ask({
        path: `/api/trpc/sources.progress?input=${input}`,
        headers: { accept: 'text/event-stream' },
      });
      const data =
        stream.text
          .split('\n')
          .filter((line) => line.startsWith('data: {"type"'))
          .at(-1) ?? '';
      return (JSON.parse(data.slice('data: '.length)) as { report: ImportReport }).report;
    }

    const search = async (browser: Browser, more: object = {}) =>
      (await browser.call<SearchReply>('sessions.search', { query: CANARY, ...more })).data;
    const list = async (browser: Browser) =>
      (await browser.call<SessionListReply>('sessions.list', {})).data?.sessions ?? [];

    it('find each what they uploaded themselves, and nothing of the other’s by any way', async () => {
      const [session] = await list(carol);
      expect((await search(carol))?.results.map((hit) => hit.snippet)).toEqual([`${CANARY} in the root`]);
      expect([(await search(dave))?.results, await list(dave)]).toEqual([[], []]);
      for (const name of [session?.sessionId, session?.sessionKey, 'root']) {
        for (const procedure of ['sessions.get', 'sessions.history', 'sessions.delete', 'grants.list']) {
          const { status, message } = await dave.call(procedure, { session: name });
          const absent = await dave.call(procedure, { session: 'never-was' });
          expect([procedure, status, message]).toEqual([procedure, 404, absent.message]);
          expect(message).not.toMatch(/carol|quixotry|root/);
        }
      }
      for (const path of [
        `/sessions/${session?.sessionId}`,
        `/sessions/${session?.sessionId}.rsc`,
        `/share/${session?.sessionId}`,
      ]) {
        expect((await dave.get(path)).text).not.toContain(CANARY);
      }
    });

    it('B1: may upload the same file: the second learns nothing by its report, and both keep their own', async () => {
      const before = await search(carol);
      const report = await upload(dave, 'root', [`${CANARY} in the root`, 'and an answer'], 'agent:main:main');
      expect(report).toMatchObject({ added: 1, updated: 0, unchanged: 0 });
      expect(await search(carol)).toEqual(before);
      expect([(await list(carol)).length, (await list(dave)).length]).toEqual([1, 1]);
      const [hers, his] = [await list(carol), await list(dave)];
      expect(hers[0]?.sessionId).not.toBe(his[0]?.sessionId);
      expect((await dave.call('sessions.delete', { session: his[0]?.sessionId })).status).toBe(200);
      expect([await search(carol), (await search(dave))?.results]).toEqual([before, []]);
    });

    it('B15: share by a grant that shows from the next request on, and ends at the next, also for an open cursor', async () => {
      await upload(carol, 'more', [`${CANARY} one`, `${CANARY} two`, `${CANARY} three`], 'agent:main:more');
      const shared = (await list(carol)).find((session) => session.messages === 3)?.sessionId;
      const grant = await carol.call<{ id: number }>('grants.add', {
        session: shared,
        email: 'dave@example.org',
        covers: 'tree',
      });
      expect((await list(dave)).map((session) => session.sessionId)).toEqual([shared]);
      const ask = { group: 'message', sort: 'newest', limit: 1 };
      const first = await search(dave, ask);
      expect(first?.results).toHaveLength(1);
      for (const [procedure, more] of [
        ['sessions.delete', {}],
        ['sessions.update', { patch: { title: 'mine' } }],
        ['grants.add', { email: 'dave@example.org' }],
      ] as const) {
        expect((await dave.call(procedure, { session: shared, ...more })).status).toBe(404);
      }
      expect((await carol.call('grants.revoke', { grantId: grant.data?.id })).status).toBe(200);
      expect(await search(dave, { ...ask, cursor: first?.nextCursor })).toMatchObject({
        results: [],
        nextCursor: null,
      });
      expect([(await search(dave))?.results, await list(dave)]).toEqual([[], []]);
      expect((await dave.call('sessions.history', { session: shared })).status).toBe(404);
    });

    it('B16: get answers that no cache may keep for somebody else', async () => {
      for (const [path, body] of [
        ['/api/trpc/sessions.list', '{}'],
        ['/api/trpc/users.me', 'null'],
      ] as const) {
        const headers = { 'content-type': 'application/json' };
        const reply = await carol.ask({ method: 'POST', path, headers, body });
        expect([reply.headers['cache-control'], reply.headers['etag']]).toEqual(['private, no-store', undefined]);
      }
    });

    it('leave no text and no query of theirs in the server’s log', () => {
      expect(server().log()).not.toMatch(new RegExp(`${CANARY}|correct horse`));
    });
  });
}
