/** Ways in which what stands beside the hits can tell of what they do not show. */
import { EVERYTHING, type Variant } from './variant.ts';

export const facetsOfEverybody: Variant = {
  name: 'facets that count everybody’s matches',
  wrap: (engine) => ({
    ...engine,
    matchFacets: (_, request, caller) => engine.matchFacets(EVERYTHING, request, caller),
  }),
};

export const otherBranchesOfEverybody: Variant = {
  name: 'a count of other branches that are not the caller’s',
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
