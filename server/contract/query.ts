/** How a query is understood: the tree a person typed, and the plan that the engine turns into SQL. */
import { z } from 'zod';
import type { EntryRole, SessionKind } from './transcript.ts';

/** Who speaks in a hit; `tool` where tools are searched, and neither a person nor a model speaks. */
export type HitRole = Extract<EntryRole, 'user' | 'assistant' | 'tool'>;

/** 4,096 characters and 32 terms; see the query language. */
export const QUERY_MAX_CHARACTERS = 4096;
export const QUERY_MAX_TERMS = 32;
export const QUERY_MAX_PREFIXES = 4;
/** So many `and` and `or` nodes may stand inside one another: FTS5's parser gives up at a little more. */
export const QUERY_MAX_LEVELS = 8;
/** Of a run without spaces this many characters go to the index; the rest is verified on the text. */
export const QUERY_MAX_RUN_CHARACTERS = 256;

/** What may stand before a colon. */
export const FILTER_NAMES = [
  'agent',
  'session',
  'kind',
  'role',
  'project',
  'model',
  'source',
  'person',
  'label',
  'title',
  'before',
  'after',
  'on',
  'branch',
  'is',
  'has',
  'in',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/**
 * A condition on a message's text. Terms are index terms as `tokens()` makes them, so they hold letters and digits only.
 * `phrase` holds one term or more that must stand side by side; with `isPrefix` the last one may go on.
 * `verify` is the normalised text of a run that is longer than what goes to the index.
 *
 * As `readQuery` gives it: no node holds one of its own type, `and` and `or` hold two nodes or more, and in each a node
 * that is no `not` comes first. So a `not` is the root, or stands behind such a node of an `and` ("and not that") or of an
 * `or` ("or anything visible but that").
 */
export type TextNode =
  | { readonly type: 'phrase'; readonly terms: readonly string[]; readonly isPrefix: boolean; readonly verify?: string }
  | { readonly type: 'and'; readonly nodes: readonly TextNode[] }
  | { readonly type: 'or'; readonly nodes: readonly TextNode[] }
  | { readonly type: 'not'; readonly node: TextNode };

/** A condition on the session or the entry. Each only narrows. */
export type FilterTest =
  | { readonly field: 'agent'; readonly value: string }
  | { readonly field: 'session'; readonly value: string } // key, opaque id, native id
  | { readonly field: 'kind'; readonly value: SessionKind }
  | { readonly field: 'role'; readonly value: HitRole }
  | { readonly field: 'project'; readonly value: string }
  | { readonly field: 'model'; readonly value: string }
  | { readonly field: 'label'; readonly value: string }
  | { readonly field: 'title'; readonly value: string }
  | { readonly field: 'source'; readonly value: string } // format name
  | { readonly field: 'person'; readonly value: string } // the session's owner, by e-mail
  | { readonly field: 'archived' } // is:archived
  | { readonly field: 'secret'; readonly of: 'message' | 'tools' } // has:secret: something is masked in what is searched
  | { readonly field: 'time'; readonly fromMs: number | null; readonly toMs: number | null }; // fromMs <= t < toMs

/** Tests of one filter are OR-ed, filters AND-ed; a negated one keeps what passes none of its tests. */
export type Filter = { readonly isNegated: boolean; readonly anyOf: readonly FilterTest[] };

export type QueryPlan = {
  /** Null when the query holds filters only, a `not` when it holds exclusions only: the newest messages then. */
  readonly text: TextNode | null;
  readonly filters: readonly Filter[];
  /** True with `branch:any`: abandoned branches are searched too. */
  readonly includesOtherBranches: boolean;
  /** True with `in:tools`: tool calls and their results are searched, and no messages. */
  readonly searchesTools: boolean;
};

/** A plain word of a query, as typed, and what it asks of the index. */
export type LooseWord = { readonly text: string; readonly node: Extract<TextNode, { type: 'phrase' }> };

/** What to look for when no message holds all words: as many of `words` as possible, in any form, and `required` always. */
export type LooseQuery = {
  /** In query order. Words that say nothing by themselves (`the`, `when`) are left out where others remain. */
  readonly words: readonly LooseWord[];
  /** Phrases, groups and exclusions are never relaxed. The filters of the plan hold as well. */
  readonly required: TextNode | null;
};

/** An id may name so many sessions and messages: copies of a session hold the same ones. */
export const NAMED_MAX = 10;
/** What an id names: a session, or a message of one. */
export const namedSchema = z.strictObject({
  sessionId: z.string(),
  sessionKey: z.string(),
  title: z.string().nullable(),
  agentId: z.string(),
  /** Null: the session itself. */
  messageId: z.string().nullable(),
  /** When the message was written, or the session's last one; Unix milliseconds, null without messages. */
  timestamp: z.int().nullable(),
  /** Only off the active branch: id of the newest leaf below the message. */
  branch: z.string().exactOptional(),
});
export type Named = Readonly<z.infer<typeof namedSchema>>;

/** How the query was read, for people and programs. */
export const interpretationSchema = z.strictObject({
  /** The query in normal form: parsing it again gives the same plan. */
  text: z.string(),
  /** One line for people: `deploy AND failed · agent ops · since 23 Nov`. */
  summary: z.string(),
  /** One plain sentence each: pieces that were ignored, quotes that were closed. */
  notes: z.array(z.string()).readonly(),
  /** `some`: no message holds all words, so these hold some of them, perhaps in other forms (`deployed` for `deploys`). */
  match: z.enum(['all', 'some']),
  /** Words, as typed, that no message in scope holds in any form; looked for only where none holds all words. */
  missing: z.array(z.string()).readonly(),
  /** What the query names, where the whole of it is an id of a session or message: sessions first, then the newest. */
  named: z.array(namedSchema).readonly(),
  /** The filters one by one: each in words, as it was read, and the query that is left without it. */
  filters: z.array(z.strictObject({ label: z.string(), text: z.string(), without: z.string() }).readonly()).readonly(),
});
export type Interpretation = Readonly<z.infer<typeof interpretationSchema>>;
