/** Sessions as lists show them. */
import { z } from 'zod';
import type { SessionId } from './actor.ts';
import { type FormatName, formatSchema, type SessionKind, sessionKindSchema } from './transcript.ts';

export const SESSION_PAGE_DEFAULT = 100;
export const SESSION_PAGE_MAX = 200;

/** A session as callers see it. */
export const shownSessionSchema = z.strictObject({
  /** Opaque id for links. */
  sessionId: z.string(),
  sessionKey: z.string(),
  agentId: z.string(),
  kind: sessionKindSchema,
  format: formatSchema,
  ownerEmail: z.string(),
  title: z.string().nullable(),
  label: z.string().nullable(),
  project: z.string().nullable(),
  model: z.string().nullable(),
  /** Opaque id of the parent, only when it is visible too. */
  parentSessionId: z.string().nullable(),
  messages: z.int(),
  entries: z.int(),
  /** Time of the first and last message, Unix milliseconds; null without messages. */
  firstTimeMs: z.int().nullable(),
  lastTimeMs: z.int().nullable(),
  isArchived: z.boolean(),
  isIncognito: z.boolean(),
  /** Sessions that it spawned itself and that are visible too. */
  children: z.int(),
});
export type ShownSession = Readonly<z.infer<typeof shownSessionSchema>>;

/** The same with its row id, which is for the house only and never leaves a verb. */
export type SessionSummary = ShownSession & { readonly id: SessionId };

export const sessionListReplySchema = z.strictObject({
  sessions: z.array(shownSessionSchema).readonly(),
  nextCursor: z.string().nullable(),
});
export type SessionListReply = Readonly<z.infer<typeof sessionListReplySchema>>;

export const sessionListInput = z.strictObject({
  kinds: z.array(sessionKindSchema).max(10).optional(),
  agentId: z.string().min(1).max(200).optional(),
  /** Part of a title or key. */
  search: z.string().max(200).optional(),
  archived: z.union([z.boolean(), z.literal('all')]).default('all'),
  format: formatSchema.optional(),
  project: z.string().min(1).max(1000).optional(),
  label: z.string().min(1).max(200).optional(),
  /** The owner, by e-mail. */
  person: z.string().min(1).max(254).optional(),
  /** Only sessions whose newest message is not older, Unix milliseconds. */
  activeSinceMs: z.int().exactOptional(),
  /** Id or key of a session: only what it spawned itself. `none`: only what no visible session spawned. */
  parent: z.union([z.literal('none'), z.string().min(1).max(1000)]).optional(),
  limit: z.int().min(1).max(SESSION_PAGE_MAX).default(SESSION_PAGE_DEFAULT),
  cursor: z.string().max(4000).optional(),
});
export type SessionListInput = z.input<typeof sessionListInput>;

export type SessionFilter = {
  readonly kinds: readonly SessionKind[] | null;
  readonly agentId: string | null;
  readonly search: string | null;
  readonly archived: boolean | 'all';
  readonly format: FormatName | null;
  readonly project: string | null;
  readonly label: string | null;
  readonly ownerEmail: string | null;
  readonly parent: SessionId | 'none' | null;
  readonly activeSinceMs?: number;
  readonly limit: number;
  /** The last row of the page before: newest first, then key, then opaque id. */
  readonly after: { readonly lastTimeMs: number; readonly sessionKey: string; readonly sessionId: string } | null;
};

export type SessionPage = { readonly sessions: readonly SessionSummary[]; readonly hasMore: boolean };

/** What there is to filter by. */
export const FACET_VALUES_MAX = 100;
/** Counted in sessions of the scope. */
export const FACET_NAMES = ['agent', 'kind', 'project', 'model', 'label', 'source', 'person'] as const;
export type FacetName = (typeof FACET_NAMES)[number];
/** Counted in messages that a query finds. A month is `2026-11`, of the caller's calendar. */
export const MATCH_FACET_NAMES = ['agent', 'kind', 'project', 'role', 'month'] as const;
export type MatchFacetName = (typeof MATCH_FACET_NAMES)[number];

export const facetSchema = z.strictObject({
  name: z.enum([...FACET_NAMES, ...MATCH_FACET_NAMES]),
  /** The largest first; months from the newest on. */
  values: z.array(z.strictObject({ value: z.string(), count: z.int() }).readonly()).readonly(),
  /** True when there are more than `FACET_VALUES_MAX`; the first of them are given. */
  isCut: z.boolean(),
});
export type Facet = Readonly<z.infer<typeof facetSchema>>;
