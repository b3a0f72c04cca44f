/** What the sessions of a scope, or the matches of a query, can be narrowed by. */
import { z } from 'zod';
import type { LooseQuery, QueryPlan } from './query.ts';
import { type OtherBranches, otherBranchesSchema, searchInput } from './search.ts';
import { type Facet, facetSchema } from './session.ts';

/** Of a query's matches the newest so many are counted. */
export const MATCHES_COUNTED_MAX = 100_000;

/** Without a query: sessions are counted. With one: what `search` finds for the same fields. */
export const facetsInput = searchInput
  .pick({ match: true, timeZone: true, lastWordIsPrefix: true })
  .extend({ query: z.string().optional() });
export type FacetsInput = z.input<typeof facetsInput>;

export const facetsReplySchema = z.strictObject({
  of: z.enum(['sessions', 'matches']),
  facets: z.array(facetSchema).readonly(),
  /** How many were counted: all there are or, where `partial` says so, the newest or best so many. */
  counted: z.int(),
  partial: z.boolean(),
  /** `some`: no message holds all words, so those that hold some were counted. */
  match: z.enum(['all', 'some']),
  /** Null where there is no query, or where it asks for all branches itself. */
  otherBranches: otherBranchesSchema.nullable(),
});
export type FacetsReply = Readonly<z.infer<typeof facetsReplySchema>>;

export type MatchFacetsRequest = {
  readonly plan: QueryPlan;
  /** Where no message holds all words: what to count instead. Null: nothing. */
  readonly loose: LooseQuery | null;
  /** Of the newest matches so many are counted. */
  readonly limit: number;
  /** IANA name, known to be one: months are its calendar's. */
  readonly timeZone: string;
  readonly countsOtherBranches: boolean;
};

export type MatchFacets = {
  readonly facets: readonly Facet[];
  readonly counted: number;
  readonly isPartial: boolean;
  readonly match: 'all' | 'some';
  readonly otherBranches: OtherBranches | null;
};
