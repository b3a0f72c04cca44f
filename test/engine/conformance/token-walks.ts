import { describe, expect, it } from 'vitest';
import type { AgentToken } from '../../../server/contract/actor.ts';
import { listFacets } from '../../../server/history/list-facets.ts';
import { listSessions } from '../../../server/history/list-sessions.ts';
import { search } from '../../support/asking.ts';
import { NOW_MS } from '../../support/test-store.ts';
import { ownSessionId, tokenReader } from '../../support/tokens.ts';
import {
  addTestPerson,
  leaveUnfinished,
  saveTestTranscript,
  type TestTranscript,
  writer,
} from '../../support/transcripts.ts';
import { deleteNamed, type House, sessionIdOf, type TestedEngine } from '../house.ts';

/** `main/root` is session `root` of agent `main`; `under` is written in the same way. */
function session(place: string, under: string | null = null, more: Partial<TestTranscript> = {}): TestTranscript {
  const [agentId = '', name = ''] = place.split('/');
  return {
    nativeId: `${agentId}-${name}`,
    agentId,
    sessionKey: `agent:${agentId}:${name}`,
    kind: name === 'main' ? 'main' : 'other',
    parentKey: under === null ? null : `agent:${under.replace('/', ':')}`,
    entries: [{ id: `${agentId}-${name}-1`, text: 'lantern' }],
    ...more,
  };
}

/** Sessions that a token bound to `bound` is listed; search and facets must say the same. */
async function seen(house: House, bound: string | null, token: Partial<AgentToken> = {}): Promise<readonly string[]> {
  const { engine, person } = house;
  const sessionId = bound === null ? null : await ownSessionId(engine, person, `agent:${bound.replace('/', ':')}`);
  const scope = tokenReader(engine, person, { sessionId, ...token });
  const listed = (await listSessions(scope, { archived: 'all', limit: 200 })).sessions;
  const names = (keys: readonly string[]): readonly string[] =>
    keys.map((key) => key.replace('agent:', '').replace(':', '/')).toSorted();
  const found = (await search(scope, 'lantern', { limit: 100 })).results;
  expect(names(found.map((hit) => hit.sessionKey))).toEqual(names(listed.map(({ sessionKey }) => sessionKey)));
  const { facets } = await listFacets(scope, {}, { nowMs: NOW_MS, signal: null });
  const counted = facets.find((facet) => facet.name === 'agent')?.values ?? [];
  expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(listed.length);
  return names(listed.map(({ sessionKey }) => sessionKey));
}

export function describeTokenWalks({ openHouse }: TestedEngine): void {
  describe('a token', () => {
    const family = [
      session('ops/start'),
      session('ops/child', 'ops/start'),
      session('web/grandchild', 'ops/child'),
      session('ops/sibling', 'ops/start'),
      session('ops/other'),
      session('web/apart'),
    ];

    it('of one session sees it, and neither what it spawned nor who spawned it', async () => {
      const house = await openHouse(...family);
      expect(await seen(house, 'ops/child', { visibility: 'self', agentId: 'ops' })).toEqual(['ops/child']);
      expect(await seen(house, null, { visibility: 'self' })).toEqual([]);
    });

    it('of a tree sees all that was spawned below, across agents, and nothing above or beside', async () => {
      const house = await openHouse(...family);
      const token = { visibility: 'tree', agentId: 'ops' } as const;
      expect(await seen(house, 'ops/child', token)).toEqual(['ops/child', 'web/grandchild']);
      expect(await seen(house, 'ops/start', token)).toEqual([
        'ops/child',
        'ops/sibling',
        'ops/start',
        'web/grandchild',
      ]);
      expect(await seen(house, 'web/grandchild', { ...token, agentId: 'web' })).toEqual(['web/grandchild']);
      expect(await seen(house, null, token)).toEqual([]);
    });

    it('of an agent sees that agent of its person, whatever spawned what', async () => {
      const house = await openHouse(...family);
      const token = { visibility: 'agent', agentId: 'web' } as const;
      expect(await seen(house, null, token)).toEqual(['web/apart', 'web/grandchild']);
      expect(await seen(house, null, { ...token, agentId: 'nobodys' })).toEqual([]);
    });

    it('of all agents sees those on its list: without a list all, on an empty one none', async () => {
      const house = await openHouse(...family);
      const token = { visibility: 'all', agentId: 'ops' } as const;
      expect(await seen(house, null, token)).toHaveLength(family.length);
      expect(await seen(house, null, { ...token, agentIds: ['web'] })).toEqual(['web/apart', 'web/grandchild']);
      expect(await seen(house, null, { ...token, agentIds: ['web', 'ops'] })).toHaveLength(family.length);
      expect(await seen(house, null, { ...token, agentIds: [] })).toEqual([]);
    });

    it('in a sandbox sees the tree at most, and one session where it was made for one', async () => {
      const house = await openHouse(...family);
      for (const visibility of ['tree', 'agent', 'all'] as const) {
        expect(await seen(house, 'ops/child', { visibility, agentId: 'ops', isSandboxed: true })).toEqual([
          'ops/child',
          'web/grandchild',
        ]);
        expect(await seen(house, null, { visibility, agentId: 'ops', isSandboxed: true })).toEqual([]);
      }
      const listed = { visibility: 'all', agentId: 'ops', isSandboxed: true, agentIds: ['ops'] } as const;
      expect(await seen(house, 'ops/child', listed)).toEqual(['ops/child']);
      expect(await seen(house, 'ops/child', { visibility: 'self', isSandboxed: true })).toEqual(['ops/child']);
    });

    it('of the main session’s tree sees all of the agent, but not in a sandbox', async () => {
      const house = await openHouse(...family, session('ops/main'), session('web/below', 'ops/main'));
      const token = { visibility: 'tree', agentId: 'ops' } as const;
      const agent = ['ops/child', 'ops/main', 'ops/other', 'ops/sibling', 'ops/start'];
      expect(await seen(house, 'ops/main', token)).toEqual([...agent, 'web/below']);
      expect(await seen(house, 'ops/main', { ...token, isSandboxed: true })).toEqual(['ops/main', 'web/below']);
      expect(await seen(house, 'ops/main', { ...token, visibility: 'self' })).toEqual(['ops/main']);
      // The main session of another agent is no main session of this one.
      expect(await seen(house, 'ops/main', { ...token, agentId: 'web' })).toEqual(['ops/main', 'web/below']);
    });

    it('goes round a circle once, from anywhere in it, and treats an orphan as a root', async () => {
      const house = await openHouse(
        session('ops/a', 'ops/c'),
        session('ops/b', 'ops/a'),
        session('ops/c', 'ops/b'),
        session('ops/tail', 'ops/b'),
        session('ops/orphan', 'ops/nobodys'),
        session('ops/itself', 'ops/itself'),
      );
      const whole = await seen(house, null, { visibility: 'all' });
      expect(whole).toHaveLength(6);
      for (const start of ['ops/a', 'ops/b', 'ops/c'])
        expect(await seen(house, start, { agentId: 'ops' })).toEqual(['ops/a', 'ops/b', 'ops/c', 'ops/tail']);
      expect(await seen(house, 'ops/orphan', { agentId: 'ops' })).toEqual(['ops/orphan']);
      expect(await seen(house, 'ops/itself', { agentId: 'ops' })).toEqual(['ops/itself']);
    });

    it('follows a chain 64 levels down and no further', async () => {
      const chain = Array.from({ length: 67 }, (_, level) =>
        session(
          `ops/level-${String(level).padStart(2, '0')}`,
          level === 0 ? null : `ops/level-${String(level - 1).padStart(2, '0')}`,
        ),
      );
      const house = await openHouse(...chain);
      const tree = await seen(house, 'ops/level-00', { agentId: 'ops' });
      expect(tree).toHaveLength(65);
      expect(tree.at(-1)).toBe('ops/level-64');
    });

    it.each(['incognito', 'incomplete', 'deleted', 'off the list'] as const)(
      'is cut off below a link that is %s, whose own right counts all the same',
      async (how) => {
        const house = await openHouse(session('ops/top'));
        const link = session(how === 'off the list' ? 'web/link' : 'ops/link', 'ops/top');
        const { parentKey: _, sessionKey: linkKey = '' } = link;
        if (how === 'incomplete') await leaveUnfinished(house.write, link);
        else await saveTestTranscript(house.write, { ...link, isIncognito: how === 'incognito' });
        await saveTestTranscript(house.write, session('ops/below', linkKey.replace('agent:', '').replace(':', '/')));
        if (how === 'deleted') await deleteNamed(house, linkKey);
        const agentIds = how === 'off the list' ? ['ops'] : null;
        expect(await seen(house, 'ops/top', { agentId: 'ops', agentIds })).toEqual(['ops/top']);
        expect(await seen(house, null, { visibility: 'agent', agentId: 'ops' })).toEqual(['ops/below', 'ops/top']);
        expect(await seen(house, 'ops/below', { agentId: 'ops', agentIds })).toEqual(['ops/below']);
      },
    );

    it('never sees what is incognito, its own session included', async () => {
      const house = await openHouse(
        session('ops/main', null, { isIncognito: true }),
        session('ops/open'),
        session('ops/below', 'ops/main'),
      );
      for (const visibility of ['self', 'tree'] as const)
        expect(await seen(house, 'ops/main', { visibility, agentId: 'ops' })).toEqual([]);
      for (const visibility of ['agent', 'all'] as const)
        expect(await seen(house, 'ops/main', { visibility, agentId: 'ops' })).toEqual(['ops/below', 'ops/open']);
    });

    it('of any role sees its person’s own, and granted sessions only where that was chosen', async () => {
      const house = await openHouse(session('ops/mine'));
      const eve = await addTestPerson(house.engine, `eve-of-${house.person.email}`);
      const evesWrite = writer(house.engine, eve);
      await saveTestTranscript(evesWrite, session('ops/granted'));
      await saveTestTranscript(evesWrite, session('web/spawned', 'ops/granted'));
      await saveTestTranscript(evesWrite, session('ops/secret', 'ops/granted', { isIncognito: true }));
      await saveTestTranscript(evesWrite, session('ops/hers'));
      const sessionId = await ownSessionId(house.engine, eve, 'agent:ops:granted');
      const grant = {
        sessionId,
        personId: house.person.id,
        granterId: eve.id,
        covers: 'tree',
        expiresAtMs: null,
      } as const;
      const audit = { personId: eve.id, act: 'grant', subject: null, scope: 'test', results: null } as const;
      await house.engine.addGrant(evesWrite.reach, grant, audit);
      for (const role of ['owner', 'operator', 'member'] as const) {
        const as = { ...house, person: { ...house.person, role } };
        const [all, agent] = [{ visibility: 'all' }, { visibility: 'agent', agentId: 'ops' }] as const;
        expect(await seen(as, null, all)).toEqual(['ops/mine']);
        expect(await seen(as, null, agent)).toEqual(['ops/mine']);
        expect(await seen(as, null, { ...all, includesGranted: true })).toEqual([
          'ops/granted',
          'ops/mine',
          'web/spawned',
        ]);
        expect(await seen(as, null, { ...agent, includesGranted: true })).toEqual(['ops/granted', 'ops/mine']);
        // The granted session is of an agent that this one does not see, and so cuts the way to what it spawned.
        const listed = { ...all, agentIds: ['web'], includesGranted: true } as const;
        expect(await seen(as, null, listed)).toEqual([]);
      }
      // No token is bound to somebody else's session; if one were, it would see nothing.
      for (const visibility of ['self', 'tree'] as const) {
        const foreign = { sessionId, agentId: 'ops', visibility, includesGranted: true } as const;
        expect(await seen(house, null, foreign)).toEqual([]);
      }
    });

    it('names its own session and the main one, which nobody else can', async () => {
      const house = await openHouse(session('ops/main'), session('web/main'), session('ops/child', 'ops/main'));
      const { engine, person } = house;
      const sessionId = await ownSessionId(engine, person, 'agent:ops:child');
      const token = { sessionId, agentId: 'ops' } as const;
      const named = async (name: string, more: Partial<AgentToken> = {}): Promise<readonly string[]> =>
        (await engine.findSessions(tokenReader(engine, person, { ...token, ...more }).reach, name)).map(
          ({ sessionKey }) => sessionKey,
        );
      expect(await named('current')).toEqual(['agent:ops:child']);
      expect(await named('current', { sessionId: null, visibility: 'all' })).toEqual([]);
      expect(await named('main')).toEqual([]);
      expect(await named('main', { visibility: 'agent' })).toEqual(['agent:ops:main']);
      for (const name of ['current', 'main']) expect(await engine.findSessions(house.read.reach, name)).toEqual([]);
      expect(await sessionIdOf(house, 'agent:ops:child')).toBe(sessionId);
    });
  });
}
