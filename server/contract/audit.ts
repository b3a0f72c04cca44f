/** The audit log: who did what, when, under which scope, with how many results. Never text of a transcript. */
import type { PersonId } from './actor.ts';

export const AUDIT_ACTS = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'password-set',
  'password-link-made',
  'person-added',
  'person-changed',
  'search',
  'open',
  'export',
  'import',
  'delete',
  'session-updated',
  'branch-switched',
  'grant',
  'revoke',
  'token-created',
  'token-rotated',
  'token-revoked',
  'token-used',
] as const;
export type AuditAct = (typeof AUDIT_ACTS)[number];

export type AuditEvent = {
  /** Null: nobody had signed in. */
  readonly personId: PersonId | null;
  readonly act: AuditAct;
  /** Opaque id of what was acted on. */
  readonly subject: string | null;
  /** How the actor's scope is called. */
  readonly scope: string;
  readonly results: number | null;
};
