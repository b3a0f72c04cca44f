import type { Person } from '../../server/contract/actor.ts';
import type { ImportWorld } from './import-world.ts';

/** All that a person can read of a store, without ids that the store made and what depends on when it was imported. */
export type StoreState = {
  readonly sessions: readonly unknown[];
  readonly hits: Readonly<Record<string, readonly unknown[]>>;
};

export async function readState(world: ImportWorld, queries: readonly string[], person?: Person): Promise<StoreState> {
  const sessions = await world.sessions(person);
  const keyOf = new Map(sessions.map((session) => [session.sessionId, session.sessionKey]));
  const described = sessions.map(async ({ sessionId, parentSessionId, ...session }) => {
    const { sessionId: _, ...history } = await world.history(sessionId, person);
    return { ...session, parentKey: parentSessionId === null ? null : keyOf.get(parentSessionId), history };
  });
  const hits: Record<string, readonly unknown[]> = {};
  for (const query of queries) {
    hits[query] = (await world.search(query, person)).map(({ sessionId: _, ...hit }) => hit);
  }
  return { sessions: (await Promise.all(described)).toSorted((a, b) => (a.sessionKey < b.sessionKey ? -1 : 1)), hits };
}
