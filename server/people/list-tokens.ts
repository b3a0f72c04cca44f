import type { ShownToken } from '../contract/token.ts';
import type { WriteScope } from '../visibility/scope.ts';

/** The caller's own tokens, those in force first. Nobody is told a secret again, and owners not of others' tokens. */
export async function listTokens(scope: WriteScope): Promise<readonly ShownToken[]> {
  return scope.engine.listTokens(scope.reach, scope.actor.person.id);
}
