import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';

/** Ends one of the caller's own tokens with the next request. Throws `not-found`, also when it is over already. */
export async function revokeToken(scope: WriteScope, tokenId: number): Promise<void> {
  const { id } = scope.actor.person;
  const audit = { personId: id, act: 'token-revoked', subject: null, scope: 'own', results: null } as const;
  if (!(await scope.engine.revokeToken(id, tokenId, audit))) throw noSuchToken();
}

/** The same for somebody else's token and for one that never was. */
export function noSuchToken(): AppError {
  return new AppError('not-found', 'Not found: you have no such token, or it is over already.');
}
