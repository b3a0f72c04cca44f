/** Ways in which what stands beside the hits can tell of what they do not show. */
import type { SessionSummary } from '../../../server/contract/session.ts';
import { column, EVERYTHING, type Variant } from './variant.ts';

export const facetsOfEverybody: Variant = {
  name: 'facets that count everybody’s matches',
  wrap: (engine) => ({
    ...engine,
    matchFacets: (_, request, caller) => engine.matchFacets(EVERYTHING, request, caller),
  }),
};

export const otherBranchesOfEverybody: Variant = {
  name: 'a count of other branches that are not the caller’s',
  seed: 5,
  wrap: (engine) => ({
    ...engine,
    search: async (reach, request, caller) => {
      const { otherBranches } = await engine.search(EVERYTHING, request, caller);
      return { ...(await engine.search(reach, request, caller)), otherBranches };
    },
  }),
};

export const namedOfEverybody: Variant = {
  name: 'an id that opens whatever it names',
  wrap: (engine) => ({
    ...engine,
    search: async (reach, request, caller) => {
      const { named } = await engine.search(EVERYTHING, request, caller);
      return { ...(await engine.search(reach, request, caller)), named };
    },
  }),
};

export const sessionsOfEverybodyCounted: Variant = {
  name: 'facets that count everybody’s sessions',
  wrap: (engine) => ({ ...engine, facets: () => engine.facets(EVERYTHING) }),
};

export const childrenOfEverybody: Variant = {
  name: 'a number of spawned sessions that counts the hidden ones',
  seed: 6,
  wrap: (engine, client) => {
    const counted = (session: SessionSummary): SessionSummary => {
      const [children] = column(client, 'SELECT count(*) FROM session WHERE parent_id = ?', session.id);
      return { ...session, children: Number(children) };
    };
    return {
      ...engine,
      listSessions: async (reach, filter) => {
        const page = await engine.listSessions(reach, filter);
        return { ...page, sessions: page.sessions.map(counted) };
      },
    };
  },
};
