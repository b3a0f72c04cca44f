import { makeTokenSecret } from '../auth/token-secret.ts';
import { type NewSecret, type RotateTokenInput, rotateTokenInput } from '../contract/token.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { noSuchToken } from './revoke-token.ts';

const HOUR_MS = 3_600_000;

/**
 * Gives one of the caller's own tokens a new secret, told this once. The one before goes on for the overlap, so that
 * programs can be changed over, and an earlier one ends at once. Throws `not-found`.
 */
export async function rotateToken(scope: WriteScope, input: RotateTokenInput): Promise<NewSecret> {
  const { tokenId, overlapHours } = rotateTokenInput.parse(input);
  const { id } = scope.actor.person;
  const { token, secretHash } = makeTokenSecret();
  const audit = { personId: id, act: 'token-rotated', subject: null, scope: 'own', results: null } as const;
  const change = { tokenId, secretHash, overlapMs: Math.round(overlapHours * HOUR_MS) };
  if (!(await scope.engine.rotateToken(id, change, audit))) throw noSuchToken();
  return { id: tokenId, token };
}
