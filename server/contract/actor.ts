/** Who asks, and what an actor may see, as plain data. */
import { z } from 'zod';

export const ROLES = ['owner', 'operator', 'member'] as const;
export const roleSchema = z.enum(ROLES);
/** owner: everything; operator: everything but other people's incognito sessions; member: own, and granted. */
export type Role = z.infer<typeof roleSchema>;

export type PersonId = number & { readonly __brand: 'PersonId' };
export type SessionId = number & { readonly __brand: 'SessionId' };

export type Person = {
  readonly id: PersonId;
  /** Trimmed and lower-cased. */
  readonly email: string;
  readonly role: Role;
  readonly hasPassword: boolean;
  readonly isDisabled: boolean;
};

/** `system` is the house itself, for upkeep that no person asked for; it can never search or read history. */
export type Actor = { readonly type: 'person'; readonly person: Person };

/**
 * What an actor may reach. The engine turns it into one SQL predicate; nothing else decides visibility.
 * `owned` covers the person's own sessions and what they spawned, transitively: spawned sessions inherit their owner.
 * `own` adds what is granted to the person at the moment of asking.
 */
export type Reach =
  | { readonly type: 'everything' }
  | { readonly type: 'all-but-incognito'; readonly personId: PersonId }
  | { readonly type: 'own'; readonly personId: PersonId }
  | { readonly type: 'owned'; readonly personId: PersonId };
