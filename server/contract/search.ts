/** A search: what the engine is asked, what it answers, and the envelope that every door returns. */
import { z } from 'zod';
import { type Interpretation, interpretationSchema, type LooseQuery, type QueryPlan } from './query.ts';
import { sessionKindSchema } from './transcript.ts';

export const SEARCH_LIMIT_DEFAULT = 20;
export const SEARCH_LIMIT_MAX = 100;
/** Ranking looks at the newest so many visible matches… */
export const CANDIDATES_MAX = 5000;
/** …and while somebody types at fewer: an answer to half a word must be there before the next letter. */
export const CANDIDATES_TYPING_MAX = 1000;
/** …at most so much of each one's text, in UTF-16 units… */
export const CANDIDATE_TEXT_MAX = 16_384;
/** …and at most so much text in all. */
export const CANDIDATE_TEXT_TOTAL_MAX = 16_777_216;
export const SNIPPET_MAX = 300;
/** Matches off the active branches are counted up to here. */
export const OTHER_BRANCHES_MAX = 1000;

export const SORTS = ['best', 'newest', 'oldest'] as const;
export const sortSchema = z.enum(SORTS);
export type Sort = z.infer<typeof sortSchema>;

/** Narrows a search beside its query, whatever the query says: for programs that need not write query language. */
export const withinSchema = z.strictObject({
  /** Key, opaque id or native id of a visible session. */
  session: z.string().min(1).max(1000).exactOptional(),
  role: z.enum(['user', 'assistant']).exactOptional(),
  /** Dates as the filters of the same names take them. */
  before: z.string().min(1).max(100).exactOptional(),
  after: z.string().min(1).max(100).exactOptional(),
});
export type Within = Readonly<z.infer<typeof withinSchema>>;

export const searchInput = z.strictObject({
  query: z.string(),
  sort: sortSchema.default('best'),
  /** `session`: one best hit a session, with the number of matches in it. `message`: all hits. */
  group: z.enum(['session', 'message']).default('session'),
  limit: z.int().min(1).max(SEARCH_LIMIT_MAX).default(SEARCH_LIMIT_DEFAULT),
  /** `some`: where no message holds all words, best first, those that hold some. `all`: never. */
  match: z.enum(['all', 'some']).default('some'),
  cursor: z.string().max(2000).optional(),
  /** IANA name; dates in the query are read in it. */
  timeZone: z.string().max(100).default('UTC'),
  lastWordIsPrefix: z.boolean().default(false),
  within: withinSchema.exactOptional(),
});
export type SearchInput = z.input<typeof searchInput>;

/** A hit's place in the order of a result list; it names no row. */
export type HitOrder = {
  readonly score: number;
  readonly timeMs: number;
  readonly sessionKey: string;
  readonly sessionId: string;
  readonly position: number;
};

export type Match = 'all' | 'some';
export type PagePlace = { readonly order: HitOrder; readonly newestMs: number; readonly match: Match };

/** Messages off the active branches that hold all words; with `isMore` there are more than were counted. */
export const otherBranchesSchema = z.strictObject({ matches: z.int(), isMore: z.boolean() });
export type OtherBranches = Readonly<z.infer<typeof otherBranchesSchema>>;

export type SearchRequest = {
  readonly plan: QueryPlan;
  readonly sort: Sort;
  readonly group: 'session' | 'message';
  readonly limit: number;
  /** How many of the newest visible matches are looked at. */
  readonly depth: number;
  /** Where no message holds all words: what to look for instead. Null: nothing. */
  readonly loose: LooseQuery | null;
  /** Continue behind this hit, among messages no newer than `newestMs`, matched as its page was. */
  readonly after: PagePlace | null;
  readonly countsOtherBranches: boolean;
  /** The whole query where it may be an id: what it names comes first. */
  readonly name: string | null;
};

export const hitSchema = z.strictObject({
  sessionKey: z.string(),
  sessionId: z.string(),
  messageId: z.string(),
  /** Unix milliseconds. */
  timestamp: z.int(),
  /** `tool`: what a tool answered. */
  role: z.enum(['user', 'assistant', 'tool']),
  snippet: z.string(),
  /** UTF-16 offsets in `snippet`, end exclusive. */
  highlights: z.array(z.tuple([z.int(), z.int()]).readonly()).readonly(),
  score: z.number(),
  title: z.string().nullable(),
  agentId: z.string(),
  kind: sessionKindSchema,
  /** Among the candidates that were scored; only when grouped by session. */
  matchesInSession: z.int().exactOptional(),
  /** Only where tools were searched: the snippet is of the calls and results in the message, which history shows with its tools. */
  inTools: z.literal(true).exactOptional(),
  /** Only off the active branch: id of the newest leaf below the hit. */
  branch: z.string().exactOptional(),
});
export type Hit = Readonly<z.infer<typeof hitSchema>>;

export type SearchPage = {
  readonly hits: readonly Hit[];
  /** Place of the last hit of the page; null when nothing follows. */
  readonly next: PagePlace | null;
  /** Whether the hits hold all words, and the words that nothing in scope holds. */
  readonly match: Match;
  readonly missing: readonly string[];
  /** How many candidates were really scored, when there were more; else null. */
  readonly rankedAmong: number | null;
  /** Complete visible sessions whose index is behind. */
  readonly pending: number;
  readonly otherBranches: OtherBranches | null;
  readonly named: Interpretation['named'];
};

export const searchReplySchema = z.strictObject({
  results: z.array(hitSchema).readonly(),
  indexing: z.boolean(),
  pending: z.int(),
  truncated: z.boolean(),
  /** `all`, or `newest-<n>` when only the newest n visible matches were scored; `none` for sorts by time. */
  ranked: z.string(),
  scope: z.strictObject({ mode: z.string(), description: z.string() }),
  interpreted: interpretationSchema,
  /**
   * On the first page. Null where the query asks for all branches itself, and while a word is being typed: a prefix costs
   * as much off the branches as on them.
   */
  otherBranches: otherBranchesSchema.nullable(),
  nextCursor: z.string().nullable(),
});
export type SearchReply = Readonly<z.infer<typeof searchReplySchema>>;
