import type { Facet, FacetName } from '../../../server/contract/session.ts';

export type Suggestion = { readonly query: string; readonly meaning: string };

/** Queries to begin with. Those over agents and projects name what is there, so that they find something. */
export function suggestedQueries(facets: readonly Facet[]): readonly Suggestion[] {
  const agent = largest(facets, 'agent');
  const project = largest(facets, 'project');
  return [
    { query: 'error OR failed', meaning: 'where something went wrong' },
    { query: 'role:user after:30d', meaning: 'what people asked in the last 30 days' },
    ...(agent === null ? [] : [{ query: filter('agent', agent), meaning: `the newest of ${agent}` }]),
    ...(project === null ? [] : [{ query: filter('project', project), meaning: 'the newest of one project' }]),
    ...(hasKind(facets, 'subagent') ? [{ query: 'kind:subagent', meaning: 'what sub-agents did' }] : []),
  ];
}

/** The value of most sessions; null where there is none, or one that a query would read otherwise: `agent:a:b` is a key. */
function largest(facets: readonly Facet[], name: FacetName): string | null {
  const value = facets.find((facet) => facet.name === name)?.values[0]?.value ?? null;
  return value === null || /[":]/.test(value) ? null : value;
}

function hasKind(facets: readonly Facet[], kind: string): boolean {
  return facets.some(({ name, values }) => name === 'kind' && values.some(({ value }) => value === kind));
}

/** As it is typed: in quotes where the value would end too early. */
function filter(name: FacetName, value: string): string {
  return /[\s()]/.test(value) ? `${name}:"${value}"` : `${name}:${value}`;
}
