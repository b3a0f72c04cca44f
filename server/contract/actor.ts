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

export const TOKEN_VISIBILITIES = ['self', 'tree', 'agent', 'all'] as const;
export const tokenVisibilitySchema = z.enum(TOKEN_VISIBILITIES);
/**
 * self: the bound session. tree: it and all it spawned, also across agents; of the agent's main session, all of the agent
 * too. agent: all of the agent. all: all agents of the person.
 */
export type TokenVisibility = z.infer<typeof tokenVisibilitySchema>;

/** What a program shows instead of a person's cookie. It sees at most what its person owns, whatever their role. */
export type AgentToken = {
  readonly id: number;
  readonly agentId: string;
  /** The session that the token is bound to, and dies with. */
  readonly sessionId: SessionId | null;
  readonly visibility: TokenVisibility;
  /** Agents that it is kept to; null: any of the person's. Empty: none. */
  readonly agentIds: readonly string[] | null;
  /** Never more than `tree`, whatever its visibility says, and not wider from a main session. */
  readonly isSandboxed: boolean;
  /** Sees what is granted to the person too. */
  readonly includesGranted: boolean;
  /** May send transcripts. */
  readonly canWrite: boolean;
};

/** `person` of a token is whom it belongs to. */
export type Actor =
  | { readonly type: 'person'; readonly person: Person }
  | { readonly type: 'token'; readonly person: Person; readonly token: AgentToken };

/**
 * What an actor may reach. The engine turns it into one SQL predicate; nothing else decides visibility.
 * `owned` covers the person's own sessions and what they spawned, transitively: spawned sessions inherit their owner.
 * `own` adds what is granted to the person at the moment of asking. `personId` is who asks, or whose token.
 */
export type Reach =
  | { readonly type: 'everything'; readonly personId: PersonId }
  | { readonly type: 'all-but-incognito'; readonly personId: PersonId }
  | { readonly type: 'own'; readonly personId: PersonId }
  | { readonly type: 'owned'; readonly personId: PersonId }
  | TokenReach;

/** Of the person's complete sessions that are not incognito, those that the visibility names. */
export type TokenReach = Omit<AgentToken, 'id' | 'isSandboxed' | 'canWrite'> & {
  readonly type: 'token';
  readonly personId: PersonId;
  /** A `tree` that starts at the agent's main session holds all of the agent. */
  readonly isWideFromMain: boolean;
};
