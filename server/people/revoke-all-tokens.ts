import type { WriteScope } from '../visibility/scope.ts';

/** Ends all of the caller's own tokens with the next request; gives how many there were. */
export async function revokeAllTokens(scope: WriteScope): Promise<number> {
  const { id } = scope.actor.person;
  const audit = { personId: id, act: 'token-revoked', subject: null, scope: 'own', results: null } as const;
  return scope.engine.revokeAllTokens(id, audit);
}
