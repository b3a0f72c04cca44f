import { makeTokenSecret } from '../../server/auth/token-secret.ts';
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

/** A token of this person, as it is told once. It sees all of their sessions, unless something else is said. */
export async function addTestToken(engine: Engine, person: Person, token: Partial<AgentToken> = {}): Promise<string> {
  const { token: told, secretHash } = makeTokenSecret();
  const { id: _, ...chosen } = testToken({ visibility: 'all', ...token });
  const audit = { personId: person.id, act: 'token-created', subject: null, scope: 'all', results: null } as const;
  const given = { ...chosen, personId: person.id, name: 'robot', secretHash, expiresAtMs: null };
  const id = await engine.addToken({ type: 'owned', personId: person.id }, given, audit);
  if (id === null) throw new Error('The token was refused.');
  return told;
}
