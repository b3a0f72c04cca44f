import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import { FACET_VALUES_MAX, type Facet, MATCH_FACET_NAMES, type MatchFacetName } from '../../contract/session.ts';
import type { Connection } from './open.ts';
import { allRows } from './rows.ts';
import { visibleSession } from './visible.ts';

/** `role`: null for some results of tools. */
type Counted = { readonly sessionRowId: number; readonly role: string | null; readonly timeMs: number };
type Counts = Map<string, number>;
type SessionFacts = { id: number; agent: string; kind: string; project: string | null };

export type Tally = {
  readonly add: (match: Counted) => void;
  /** The facets of all that was added. Reads what the sessions are, of visible ones only. */
  readonly facets: (connection: Connection, reach: Reach) => readonly Facet[];
};

/** Counts matches by what they can be narrowed with. A match costs three small sums, whatever its session is. */
export function openTally(monthOf: (timeMs: number) => string): Tally {
  const sessions = new Map<number, number>();
  const roles: Counts = new Map();
  const months: Counts = new Map();
  return {
    add: ({ sessionRowId, role, timeMs }) => {
      sessions.set(sessionRowId, (sessions.get(sessionRowId) ?? 0) + 1);
      add(roles, role ?? 'tool', 1);
      add(months, monthOf(timeMs), 1);
    },
    facets: (connection, reach) => {
      const counts: Record<MatchFacetName, Counts> = {
        agent: new Map(),
        kind: new Map(),
        project: new Map(),
        role: roles,
        month: months,
      };
      for (const { id, agent, kind, project } of readSessions(connection, reach, [...sessions.keys()])) {
        const count = sessions.get(id) ?? 0;
        add(counts.agent, agent, count);
        add(counts.kind, kind, count);
        if (project !== null && project !== '') add(counts.project, project, count);
      }
      return MATCH_FACET_NAMES.map((name) => toFacet(name, counts[name]));
    },
  };
}

function readSessions(connection: Connection, reach: Reach, ids: readonly number[]): readonly SessionFacts[] {
  return allRows<SessionFacts>(
    connection,
    sql`SELECT s.id, a.agent_id AS agent, s.kind, s.project
      FROM json_each(${JSON.stringify(ids)}) counted JOIN session s ON s.id = counted.value JOIN agent a ON a.id = s.agent_ref
      WHERE ${visibleSession(reach)}`,
  );
}

function add(counts: Counts, value: string, count: number): void {
  counts.set(value, (counts.get(value) ?? 0) + count);
}

function toFacet(name: MatchFacetName, counts: Counts): Facet {
  const values = [...counts].map(([value, count]) => ({ value, count }));
  const byValue = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const ordered =
    name === 'month'
      ? values.toSorted((a, b) => byValue(b.value, a.value))
      : values.toSorted((a, b) => b.count - a.count || byValue(a.value, b.value));
  return { name, values: ordered.slice(0, FACET_VALUES_MAX), isCut: values.length > FACET_VALUES_MAX };
}
