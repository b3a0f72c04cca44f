import type { Engine } from '../engine/engine.ts';
import type { SessionClaims } from './session-token.ts';

/**
 * Ends all sessions of the person, on every device: a token cannot be taken back one by one, and a copy of the one that
 * signs out must be dead. A session that is over already ends nothing.
 */
export async function signOut(engine: Engine, claims: SessionClaims | null): Promise<void> {
  const person = claims === null ? null : await engine.findSignedIn(claims.personId, claims.authVersion);
  if (person === null) return;
  const audit = { personId: person.id, act: 'sign-out', subject: null, scope: person.role, results: null } as const;
  await engine.changePerson(person.id, {}, audit);
}
