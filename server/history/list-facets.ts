import type { Facet } from '../contract/session.ts';
import type { ReadScope } from '../visibility/scope.ts';

/** What the scope's sessions can be filtered by, counted in sessions. */
export function listFacets(scope: ReadScope): Promise<readonly Facet[]> {
  return scope.engine.facets(scope.reach);
}
