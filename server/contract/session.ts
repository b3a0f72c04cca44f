/** Sessions as lists show them. */
import { z } from 'zod';
import type { SessionId } from './actor.ts';
import { type FormatName, type SessionKind, sessionKindSchema } from './transcript.ts';

export const SESSION_PAGE_DEFAULT = 100;
export const SESSION_PAGE_MAX = 200;

export type SessionSummary = {
  /** Row id: for the house only, it never leaves a verb. */
  readonly id: SessionId;
  /** Opaque id for links. */
  readonly sessionId: string;
  readonly sessionKey: string;
  readonly agentId: string;
  readonly kind: SessionKind;
  readonly format: FormatName;
  readonly ownerEmail: string;
  readonly title: string | null;
  readonly label: string | null;
  readonly project: string | null;
  readonly model: string | null;
  /** Opaque id of the parent, only when it is visible too. */
  readonly parentSessionId: string | null;
  readonly messages: number;
  readonly entries: number;
  /** Time of the first and last message, Unix milliseconds; null without messages. */
  readonly firstTimeMs: number | null;
  readonly lastTimeMs: number | null;
  readonly isArchived: boolean;
  readonly isIncognito: boolean;
};

export const sessionListInput = z.strictObject({
  kinds: z.array(sessionKindSchema).max(10).optional(),
  agentId: z.string().min(1).max(200).optional(),
  /** Part of a title or key. */
  search: z.string().max(200).optional(),
  archived: z.union([z.boolean(), z.literal('all')]).default('all'),
  limit: z.int().min(1).max(SESSION_PAGE_MAX).default(SESSION_PAGE_DEFAULT),
  cursor: z.string().max(2000).optional(),
});
export type SessionListInput = z.input<typeof sessionListInput>;

export type SessionFilter = {
  readonly kinds: readonly SessionKind[] | null;
  readonly agentId: string | null;
  readonly search: string | null;
  readonly archived: boolean | 'all';
  readonly limit: number;
  /** The last row of the page before: newest first, then key, then opaque id. */
  readonly after: { readonly lastTimeMs: number; readonly sessionKey: string; readonly sessionId: string } | null;
};

export type SessionPage = { readonly sessions: readonly SessionSummary[]; readonly hasMore: boolean };
