import { type SQL, sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import { FACET_NAMES, FACET_VALUES_MAX, type Facet, type FacetName } from '../../contract/session.ts';
import type { Connection } from './open.ts';
import { allRows } from './rows.ts';
import { visibleSession } from './visible.ts';

const COLUMNS: Record<FacetName, SQL> = {
  agent: sql`a.agent_id`,
  kind: sql`s.kind`,
  project: sql`s.project`,
  model: sql`s.model`,
  label: sql`s.label`,
  source: sql`s.format`,
  person: sql`p.email`,
};

type ValueRow = { value: string; count: number };

/** What the visible sessions can be filtered by, largest first. One pass over them for each name: no messages are read. */
export function facets(connection: Connection, reach: Reach): readonly Facet[] {
  return FACET_NAMES.map((name) => {
    const column = COLUMNS[name];
    const rows = allRows<ValueRow>(
      connection,
      sql`SELECT ${column} AS value, count(*) AS count
        FROM session s JOIN agent a ON a.id = s.agent_ref JOIN person p ON p.id = s.owner_id
        WHERE ${visibleSession(reach)} AND ${column} <> ''
        GROUP BY 1 ORDER BY count DESC, value LIMIT ${FACET_VALUES_MAX + 1}`,
    );
    return { name, values: rows.slice(0, FACET_VALUES_MAX), isCut: rows.length > FACET_VALUES_MAX };
  });
}
