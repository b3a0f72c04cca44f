/** Ways in which a token can see more than it is for. */
import type Database from 'better-sqlite3';
import type { AgentToken, Reach, TokenReach } from '../../../server/contract/actor.ts';
import type { SessionFilter } from '../../../server/contract/session.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { column, EVERYTHING, type Variant } from './variant.ts';

/** Everything that is read with a token goes by another reach. */
function reaching(change: (reach: TokenReach, client: Database.Database) => Reach): NonNullable<Variant['wrap']> {
  return (engine, client) => {
    const wrong = (reach: Reach): Reach => (reach.type === 'token' ? change(reach, client) : reach);
    return {
      ...engine,
      search: (reach, request, caller) => engine.search(wrong(reach), request, caller),
      listSessions: (reach, filter) => engine.listSessions(wrong(reach), filter),
      findSessions: (reach, name) => engine.findSessions(wrong(reach), name),
      history: (reach, request) => engine.history(wrong(reach), request),
      recordPlaces: (reach, ask) => engine.recordPlaces(wrong(reach), ask),
    };
  };
}

/** The token is read wrongly from the store. */
function reading(change: (token: AgentToken) => AgentToken): NonNullable<Variant['wrap']> {
  return (engine) => ({
    ...engine,
    findToken: async (secretHash) => {
      const found = await engine.findToken(secretHash);
      return found === null ? null : { ...found, token: change(found.token) };
    },
  });
}

export const grantedToTokens: Variant = {
  name: 'a token that sees what is granted, although that was not chosen',
  seed: 3,
  wrap: reaching((reach) => ({ ...reach, includesGranted: true })),
};

export const grantedForgottenByTokens: Variant = {
  name: 'a token that does not see what is granted, although that was chosen',
  seed: 8,
  wrap: reaching((reach) => ({ ...reach, includesGranted: false })),
};

export const sandboxNotClamped: Variant = {
  name: 'a sandboxed token that is not kept to its tree',
  seed: 4,
  wrap: reading((token) => ({ ...token, isSandboxed: false })),
};

export const mainInSandbox: Variant = {
  name: 'a sandboxed token of a main session that sees all of the agent',
  seed: 17,
  wrap: reaching((reach) => ({ ...reach, isWideFromMain: true })),
};

export const mainNotWide: Variant = {
  name: 'a token of a main session that sees no more than its tree',
  seed: 49,
  wrap: reaching((reach) => ({ ...reach, isWideFromMain: false })),
};

export const listIgnored: Variant = {
  name: 'a token whose list of agents is ignored',
  wrap: reaching((reach) => ({ ...reach, agentIds: null })),
};

export const emptyListMeansAll: Variant = {
  name: 'a token whose empty list of agents means all of them',
  wrap: reaching((reach) => ({ ...reach, agentIds: reach.agentIds?.length === 0 ? null : reach.agentIds })),
};

export const childrenOfSelf: Variant = {
  name: 'a token of one session that sees what it spawned',
  seed: 17,
  wrap: reaching((reach) => ({ ...reach, visibility: reach.visibility === 'self' ? 'tree' : reach.visibility })),
};

export const tokenOfAnOwner: Variant = {
  name: 'a token that sees all that an owner does',
  seed: 1,
  wrap: reaching((reach, client) => {
    const [role] = column(client, 'SELECT role FROM person WHERE id = ?', reach.personId);
    return role === 'owner' ? EVERYTHING : reach;
  }),
};

export const boundToTheParent: Variant = {
  name: 'a token of a child that sees its parent',
  wrap: reaching((reach, client) => {
    const [parent] = column(client, 'SELECT parent_id FROM session WHERE id = ?', reach.sessionId);
    return typeof parent === 'number' ? { ...reach, sessionId: parent as NonNullable<TokenReach['sessionId']> } : reach;
  }),
};

const ALL: Omit<SessionFilter, 'limit' | 'after'> = {
  ...{ kinds: null, agentId: null, search: null, archived: 'all', format: null, project: null },
  ...{ label: null, ownerEmail: null, parent: null },
};

/** Lists and look-ups show the sessions of `ids` too, by a wider reach. */
function showing(
  ids: (reach: TokenReach, client: Database.Database) => readonly unknown[],
  widen: (reach: TokenReach) => Reach,
): NonNullable<Variant['wrap']> {
  return (engine: Engine, client) => ({
    ...engine,
    findSessions: async (reach, name) => {
      const found = await engine.findSessions(reach, name);
      if (reach.type !== 'token' || found.length > 0) return found;
      const shown = ids(reach, client);
      return (await engine.findSessions(widen(reach), name)).filter((session) => shown.includes(session.id));
    },
    listSessions: async (reach, filter) => {
      if (reach.type !== 'token') return engine.listSessions(reach, filter);
      const own = (await engine.listSessions(reach, { ...ALL, limit: 200, after: null })).sessions;
      const shown = [...own.map(({ id }): unknown => id), ...ids(reach, client)];
      const wide = await engine.listSessions(widen(reach), { ...filter, limit: 200 });
      // Parents as the token sees them: that is another fault.
      const parents = new Map(own.map((session) => [session.id, session.parentSessionId]));
      const sessions = wide.sessions.filter((session) => shown.includes(session.id));
      return {
        sessions: sessions.map((session) => ({ ...session, parentSessionId: parents.get(session.id) ?? null })),
        hasMore: false,
      };
    },
  });
}

export const walkThroughHidden: Variant = {
  name: 'a token whose tree goes on below a hidden link',
  seed: 8,
  wrap: showing(
    ({ visibility, sessionId }, client) =>
      visibility !== 'tree'
        ? []
        : column(
            client,
            `WITH RECURSIVE below(id) AS (SELECT ? UNION SELECT s.id FROM below JOIN session s ON s.parent_id = below.id)
             SELECT id FROM below`,
            sessionId,
          ),
    (reach) => ({ ...reach, visibility: 'all' }),
  ),
};

export const incognitoToTokens: Variant = {
  name: 'a token that sees incognito sessions of its person',
  seed: 4,
  wrap: showing(
    ({ visibility, personId }, client) =>
      visibility !== 'all'
        ? []
        : column(client, 'SELECT id FROM session WHERE owner_id = ? AND is_incognito = 1', personId),
    ({ personId }) => ({ type: 'owned', personId }),
  ),
};
