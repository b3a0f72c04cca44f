import type { AgentToken, Person, SessionId } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { type ReadScope, readScope } from '../../server/visibility/scope.ts';

/** A token of the agent `main` that nothing was chosen for. */
export function testToken(more: Partial<AgentToken> = {}): AgentToken {
  return {
    id: 1,
    agentId: 'main',
    sessionId: null,
    visibility: 'tree',
    agentIds: null,
    isSandboxed: false,
    includesGranted: false,
    canWrite: false,
    ...more,
  };
}

export function tokenReader(engine: Engine, person: Person, token: Partial<AgentToken> = {}): ReadScope {
  return readScope(engine, { type: 'token', person, token: testToken(token) });
}

/** Row id of a session of this person. */
export async function ownSessionId(engine: Engine, person: Person, key: string): Promise<SessionId> {
  const [session] = await engine.findSessions({ type: 'owned', personId: person.id }, key);
  if (session === undefined) throw new Error(`${person.email} has no session ${key}.`);
  return session.id;
}
