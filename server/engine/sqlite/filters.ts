import { type SQL, sql } from 'drizzle-orm';
import type { Filter, FilterTest } from '../../contract/query.ts';
import { TOOL_STATE } from './tool-rows.ts';

/** Whose role a hit shows as `tool`. */
const IS_OF_TOOL = sql`(e.role IS NULL OR e.role NOT IN ('user', 'assistant'))`;

/** One predicate for each filter, over `entry AS e`, `session AS s`, `agent AS a` and `person AS p`. AND them: each only narrows. */
export function filterPredicates(filters: readonly Filter[]): readonly SQL[] {
  return filters.map((filter) => {
    const anyOf = sql.join(filter.anyOf.map(testPredicate), sql` OR `);
    // Columns may be NULL: without coalesce a negated test would drop those rows.
    return filter.isNegated ? sql`NOT coalesce((${anyOf}), 0)` : sql`(${anyOf})`;
  });
}

/** What these filters need beside `entry AS e` and `session AS s`. */
export function filterJoins(filters: readonly Filter[]): SQL {
  const fields = new Set(filters.flatMap((filter) => filter.anyOf.map((test) => test.field)));
  const joins = [
    ...(fields.has('agent') ? [sql`JOIN agent a ON a.id = s.agent_ref`] : []),
    ...(fields.has('person') ? [sql`JOIN person p ON p.id = s.owner_id`] : []),
  ];
  return sql.join(joins, sql` `);
}

function testPredicate(test: FilterTest): SQL {
  switch (test.field) {
    case 'agent':
      return sql`a.agent_id = ${test.value}`;
    case 'session':
      return sql`(s.session_key = ${test.value} OR s.public_id = ${test.value}
        OR s.id IN (SELECT w.session_id FROM session_window w WHERE w.native_id = ${test.value}))`;
    case 'kind':
      return sql`s.kind = ${test.value}`;
    case 'role':
      return test.value === 'tool' ? sql`${IS_OF_TOOL}` : sql`e.role = ${test.value}`;
    case 'project':
      return sql`${contains(sql`s.project`, test.value)}`;
    case 'model':
      return sql`${contains(sql`coalesce(e.model, s.model)`, test.value)}`;
    case 'label':
      return sql`lower(s.label) = lower(${test.value})`;
    case 'title':
      return sql`${contains(sql`s.title`, test.value)}`;
    case 'source':
      return sql`s.format = ${test.value}`;
    case 'person':
      return sql`p.email = ${test.value.toLowerCase()}`;
    case 'archived':
      return sql`s.archived_at_ms IS NOT NULL`;
    case 'secret':
      return test.of === 'tools' ? sql`e.tool_state = ${TOOL_STATE.masked}` : sql`e.masks IS NOT NULL`;
    case 'time':
      return sql`(e.time_ms >= ${test.fromMs ?? 0} AND e.time_ms < ${test.toMs ?? Number.MAX_SAFE_INTEGER})`;
  }
}

/** Part of a text, without regard to the case of ASCII letters. `instr` knows no wildcards, so nothing needs escaping. */
export function contains(column: SQL, part: string): SQL {
  return sql`instr(lower(${column}), lower(${part})) > 0`;
}
