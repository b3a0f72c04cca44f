import type { Actor } from '../contract/actor.ts';

/** Who waits for a search. An agent and its person wait for each other's no more than strangers do. */
export function callerId(actor: Actor): string {
  return actor.type === 'token' ? `token-${actor.token.id}` : String(actor.person.id);
}
