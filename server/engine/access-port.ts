/** The part of the port that is about people, sign-in, grants and the audit log. */
import type { Person, PersonId, Reach, Role, SessionId } from '../contract/actor.ts';
import type { AuditEvent } from '../contract/audit.ts';
import type { Grant, GrantCovers } from '../contract/grant.ts';
import type { SessionPatch } from '../contract/session-patch.ts';
import type { EntryChange, SaveRef } from './save-types.ts';

/** What a sign-in is checked against. */
export type SignInRecord = {
  readonly person: Person;
  readonly passwordHash: string | null;
  readonly authVersion: number;
};

/** Failed sign-ins under one hashed key. */
export type SignInFailures = { readonly failures: number; readonly lastAtMs: number };

/** Whom a password link is for; without a person it makes the first owner. */
export type PasswordLink = { readonly personId: PersonId | null; readonly email: string | null };

/** Every act that changes something appends its audit event in its own transaction. */
export type EngineAccess = {
  findSignIn(email: string): Promise<SignInRecord | null>;
  /** The person behind a signed-in session, while nothing ended it: a new password, another role, disabling. */
  findSignedIn(personId: PersonId, authVersion: number): Promise<Person | null>;
  listPeople(): Promise<readonly Person[]>;
  /** Changes role or standing and ends the person's sessions. Throws `conflict` when no enabled owner would be left. */
  changePerson(
    personId: PersonId,
    change: { role?: Role; isDisabled?: boolean },
    audit: AuditEvent,
  ): Promise<Person | null>;
  setPassword(personId: PersonId, passwordHash: string, audit: AuditEvent): Promise<void>;

  addPasswordLink(
    link: { tokenHash: string; personId: PersonId | null; expiresAtMs: number },
    audit: AuditEvent,
  ): Promise<void>;
  findPasswordLink(tokenHash: string): Promise<PasswordLink | null>;
  /** Uses the link up, makes the first owner if it is for that, and sets the password; null when the link is over. */
  redeemPasswordLink(use: { tokenHash: string; email: string; passwordHash: string }): Promise<Person | null>;

  signInFailures(keyHashes: readonly string[]): Promise<readonly SignInFailures[]>;
  noteSignInFailure(keyHashes: readonly string[]): Promise<void>;
  clearSignInFailures(keyHash: string): Promise<void>;

  /** Null when the session is out of reach. */
  addGrant(
    reach: Reach,
    grant: {
      sessionId: SessionId;
      personId: PersonId;
      granterId: PersonId;
      covers: GrantCovers;
      expiresAtMs: number | null;
    },
    audit: AuditEvent,
  ): Promise<Grant | null>;
  revokeGrant(reach: Reach, grantId: number, audit: AuditEvent): Promise<boolean>;
  listGrants(reach: Reach, sessionId: SessionId): Promise<readonly Grant[]>;

  /** False when the session is out of reach. */
  updateSession(
    reach: Reach,
    change: { sessionId: SessionId; patch: SessionPatch },
    audit: AuditEvent,
  ): Promise<boolean>;
  /** The window that holds a message of a session within reach, and a save of it; null when there is none. */
  openBranchWindow(
    reach: Reach,
    ask: { sessionId: SessionId; messageId: string },
  ): Promise<(SaveRef & { readonly entryCount: number }) | null>;
  /** Applies a chosen leaf with its changes; false when the session is out of reach. Throws `conflict` as `closeWindow`. */
  switchLeaf(
    reach: Reach,
    change: { sessionId: SessionId; window: SaveRef; leaf: string; changes: readonly EntryChange[] },
    audit: AuditEvent,
  ): Promise<boolean>;
  appendAudit(events: readonly AuditEvent[]): Promise<void>;
};
