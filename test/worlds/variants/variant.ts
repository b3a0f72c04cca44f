import type Database from 'better-sqlite3';
import type { PersonId, Reach } from '../../../server/contract/actor.ts';
import type { SessionFilter } from '../../../server/contract/session.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import type { Way } from '../doors.ts';
import type { Fault } from '../stage.ts';

/** A wrong engine or database that looks right to whoever tests it with one person. */
export type Variant = Fault & {
  readonly name: string;
  /** Leads soon to a world that shows it; left out where the seed of all does. */
  readonly seed?: number;
  /** Where it shows; left out: at the verbs. */
  readonly way?: Way;
};

export const EVERYTHING: Reach = { type: 'everything', personId: 1 as PersonId };

/** Opaque ids of all sessions within reach. */
export async function visibleIds(engine: Engine, reach: Reach): Promise<ReadonlySet<string>> {
  const all: SessionFilter = {
    ...{ kinds: null, agentId: null, search: null, archived: 'all', format: null, project: null },
    ...{ label: null, ownerEmail: null, parent: null, limit: 200, after: null },
  };
  const { sessions } = await engine.listSessions(reach, all);
  return new Set(sessions.map((session) => session.sessionId));
}

export function column(
  client: Database.Database,
  statement: string,
  ...values: readonly unknown[]
): readonly unknown[] {
  return client
    .prepare<unknown[], unknown>(statement)
    .pluck()
    .all(...values);
}
