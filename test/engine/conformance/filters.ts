import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadScope } from '../../../server/visibility/scope.ts';
import { find } from '../../support/asking.ts';
import { NOW_MS, type TestStore, withDatabase } from '../../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, type TestTranscript, writer } from '../../support/transcripts.ts';
import type { TestedEngine } from '../house.ts';

const HOUR_MS = 3_600_000;

/** One or two messages a session; `.1` is a user's, `.2` an assistant's. Everything that may be NULL is NULL in `bare`. */
const sessions: readonly (TestTranscript & { nativeId: string; hoursAgo: number; words: readonly string[] })[] = [
  {
    nativeId: 'full',
    hoursAgo: 30,
    words: ['river delta', 'river mouth'],
    agentId: 'ops',
    sessionKey: 'agent:ops:main',
    kind: 'main',
    title: 'Water works',
    project: '/srv/Dams',
    model: 'claude-opus-4',
    entries: [],
  },
  { nativeId: 'bare', hoursAgo: 20, words: ['river bank'], entries: [] },
  {
    nativeId: 'code',
    hoursAgo: 10,
    words: ['lake shore', 'lake and river'],
    format: 'claude-code',
    agentId: 'claude-code',
    sessionKey: 'agent:claude-code:code',
    kind: 'subagent',
    title: '100% sure_of it',
    model: 'gpt-9',
    entries: [],
  },
];

export function describeFilters({ open }: TestedEngine): void {
  describe('a filter', () => {
    let store: TestStore;
    let read: ReadScope;
    let opaqueId = '';
    const shown = (query: string): Promise<readonly string[]> => find(read, query, { sort: 'oldest' });

    beforeAll(async () => {
      store = open();
      const ann = await addTestPerson(store.engine, 'ann@example.org', 'owner');
      const bob = await addTestPerson(store.engine, 'bob@example.org');
      read = reader(store.engine, ann);
      for (const { hoursAgo, words, ...session } of sessions) {
        const entries = words.map((text, index) => ({
          id: `${session.nativeId}.${index + 1}`,
          text,
          timeMs: NOW_MS - hoursAgo * HOUR_MS + index * 1000,
        }));
        await saveTestTranscript(writer(store.engine, session.nativeId === 'code' ? bob : ann), {
          ...session,
          entries,
        });
      }
      withDatabase(store.file, (client) => {
        client
          .prepare(`UPDATE session SET label = 'Weekly', archived_at_ms = 5 WHERE session_key = 'agent:ops:main'`)
          .run();
      });
      opaqueId = (await store.engine.findSessions(read.reach, 'agent:main:bare'))[0]?.sessionId ?? '';
    });
    afterAll(() => store.close());

    const all = ['full.1', 'full.2', 'bare.1', 'code.1', 'code.2'];
    const cases: readonly (readonly [filter: string, ids: readonly string[]])[] = [
      ['agent:ops', ['full.1', 'full.2']],
      ['session:agent:ops:main', ['full.1', 'full.2']],
      ['session:bare', ['bare.1']],
      ['kind:subagent', ['code.1', 'code.2']],
      ['kind:main', ['full.1', 'full.2']],
      ['role:user', ['full.1', 'bare.1', 'code.1']],
      ['role:assistant', ['full.2', 'code.2']],
      ['project:dams', ['full.1', 'full.2']],
      ['model:opus', ['full.1', 'full.2']],
      ['source:claude-code', ['code.1', 'code.2']],
      ['person:bob@example.org', ['code.1', 'code.2']],
      ['person:BOB@example.org', ['code.1', 'code.2']],
      ['label:weekly', ['full.1', 'full.2']],
      ['title:WATER', ['full.1', 'full.2']],
      ['title:100%', ['code.1', 'code.2']],
      ['title:e_o', ['code.1', 'code.2']],
      ['title:_f', []],
      ['is:archived', ['full.1', 'full.2']],
      ['after:24h', ['bare.1', 'code.1', 'code.2']],
      ['before:24h', ['full.1', 'full.2']],
      ['on:2026-10-31', ['full.1', 'full.2', 'bare.1']],
      ['after:25h before:15h', ['bare.1']],
    ];

    for (const [filter, ids] of cases) {
      it(`keeps what passes: ${filter}`, async () => {
        expect(await shown(filter)).toEqual(ids);
      });

      // Of two filters at once the negation is no single one.
      if (!filter.includes(' ')) {
        it(`keeps everything else when negated, where a column is NULL too: -${filter}`, async () => {
          expect(await shown(`-${filter}`)).toEqual(all.filter((id) => !ids.includes(id)));
        });
      }
    }

    it('takes an opaque session id as well as a key', async () => {
      expect(await shown(`session:${opaqueId}`)).toEqual(['bare.1']);
      expect(await shown(`-session:${opaqueId} river`)).toEqual(['full.1', 'full.2', 'code.2']);
    });

    it('of one kind adds an alternative, of another kind one more condition', async () => {
      expect(await shown('agent:ops agent:main')).toEqual(['full.1', 'full.2', 'bare.1']);
      expect(await shown('agent:ops agent:main role:user')).toEqual(['full.1', 'bare.1']);
      expect(await shown('-agent:ops -agent:main')).toEqual(['code.1', 'code.2']);
      expect(await shown('kind:main -role:user')).toEqual(['full.2']);
    });

    it('narrows words', async () => {
      expect(await shown('river -agent:ops')).toEqual(['bare.1', 'code.2']);
      expect(await shown('(delta OR shore) role:user')).toEqual(['full.1', 'code.1']);
      expect(await shown('river model:gpt')).toEqual(['code.2']);
    });

    it('that nothing passes gives nothing', async () => {
      for (const filter of [
        'agent:nobody',
        'session:nothing',
        'person:eve@example.org',
        'project:x',
        'label:y',
        'before:1999',
      ]) {
        expect(await shown(filter)).toEqual([]);
        expect(await shown(`river ${filter}`)).toEqual([]);
        expect(await shown(`-${filter}`)).toEqual(all);
      }
    });

    it('may stand 31 times beside a deep query', async () => {
      const deep = 'river -(bank (delta OR -(mouth (shore OR -(lake (a OR -(b c)))))))';
      expect(await shown(deep)).toEqual(
        await shown(
          `${deep} session:full session:bare session:code agent:ops agent:main agent:claude-code role:user role:assistant`,
        ),
      );
      const many = Array.from({ length: 24 }, (_, index) => `session:none${index}`).join(' ');
      expect(await shown(`river session:bare ${many}`)).toEqual(['bare.1']);
    });
  });
}
