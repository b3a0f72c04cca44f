/** The part of the port that is about tokens of agents. Secrets come as hashes. */
import type { AgentToken, Person, PersonId, Reach } from '../contract/actor.ts';
import type { AuditEvent } from '../contract/audit.ts';
import type { ShownToken } from '../contract/token.ts';

export type NewToken = Omit<AgentToken, 'id'> & {
  readonly personId: PersonId;
  readonly name: string;
  readonly secretHash: string;
  /** Unix milliseconds; null: until it is revoked. */
  readonly expiresAtMs: number | null;
};

/** Whom a secret stands for. */
export type TokenRecord = {
  readonly person: Person;
  readonly token: AgentToken;
  /** Its use was noted within the last minute. */
  readonly isUseNoted: boolean;
};

/** Every act that changes something appends its audit event, with the token's id as subject, in its own transaction. */
export type EngineTokens = {
  /**
   * Gives the new id; null when the session to bind to is not one that the person owns within reach. Throws `conflict` when
   * the person has too many.
   */
  addToken(reach: Reach, token: NewToken, audit: AuditEvent): Promise<number | null>;
  /** All of this person, those in force first. */
  listTokens(reach: Reach, personId: PersonId): Promise<readonly ShownToken[]>;
  /** False when this person has no such token in force. */
  revokeToken(personId: PersonId, tokenId: number, audit: AuditEvent): Promise<boolean>;
  /** Ends all of this person's; gives how many there were. */
  revokeAllTokens(personId: PersonId, audit: AuditEvent): Promise<number>;
  /** A new secret; the one before goes on for the overlap, in milliseconds. False when there is no such token in force. */
  rotateToken(
    personId: PersonId,
    change: { tokenId: number; secretHash: string; overlapMs: number },
    audit: AuditEvent,
  ): Promise<boolean>;
  /** Null when it is unknown, over or revoked, or the person is disabled. */
  findToken(secretHash: string): Promise<TokenRecord | null>;
  /** Notes that tokens are used now: when, and in the audit log, at most once a minute each. */
  noteTokenUses(tokenIds: readonly number[]): Promise<void>;
};
