import type { Actor } from '../contract/actor.ts';
import type { Interpretation, QueryPlan } from '../contract/query.ts';
import {
  CANDIDATES_MAX,
  CANDIDATES_TYPING_MAX,
  type SearchInput,
  type SearchPage,
  type SearchReply,
  type Sort,
  searchInput,
} from '../contract/search.ts';
import { loosenQuery } from '../query/loosen.ts';
import { readQuery } from '../query/plan.ts';
import { redact } from '../redaction/redact.ts';
import { TOOL_TEXT_MAX } from '../redaction/tool-text.ts';
import { renderMasks } from '../text/render-masks.ts';
import { describeReach, toolReach } from '../visibility/policy.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { assertForActor } from './assert-for-actor.ts';
import { askHash, readCursor, writeCursor } from './cursor.ts';

const NOT_RANKED = 'Tool calls and results are not ranked: the newest come first.';
const BOUND = `Of each record the first ${TOOL_TEXT_MAX / 1024} KiB of tool text are searched.`;

export type SearchMoment = {
  /** Unix milliseconds: what `7d` counts from. */
  readonly nowMs: number;
  /** Ends the search when the caller is gone. */
  readonly signal: AbortSignal | null;
};

/**
 * Searches messages, or with `in:tools` tool calls and results, that the scope may see. Nothing in the reply depends on rows outside it.
 * Throws `bad-input` for a query over its bounds, a mistyped filter or a foreign cursor, `forbidden` for tools that are not
 * for the actor.
 */
export async function searchMessages(scope: ReadScope, input: SearchInput, at: SearchMoment): Promise<SearchReply> {
  const ask = searchInput.parse(input);
  const { timeZone, lastWordIsPrefix } = ask;
  const { plan, interpretation, tree } = readQuery(ask.query, { nowMs: at.nowMs, timeZone, lastWordIsPrefix });
  assertForActor(scope.actor, plan);
  const reach = plan.searchesTools ? toolReach(scope.actor, scope.reach) : scope.reach;
  const sort: Sort = ask.sort === 'best' && !isRanked(plan) ? 'newest' : ask.sort;
  const hash = askHash(
    { query: interpretation.text, timeZone, sort, group: ask.group, match: ask.match, lastWordIsPrefix },
    reach,
  );
  const after = ask.cursor === undefined ? null : await readCursor(scope.engine, hash, ask.cursor);
  // Only best first: by time, a message that holds less would stand before one that holds more.
  const loose = sort === 'best' && ask.match === 'some' ? loosenQuery(tree) : null;
  const depth = lastWordIsPrefix ? CANDIDATES_TYPING_MAX : CANDIDATES_MAX;
  const request = { plan, loose, sort, group: ask.group, limit: ask.limit, depth, after };
  const page = await scope.engine.search(reach, request, {
    id: callerId(scope.actor),
    signal: at.signal,
  });
  return {
    results: page.hits,
    indexing: page.pending > 0,
    pending: page.pending,
    truncated: page.next !== null,
    ranked: describeRanking(sort, page),
    scope: describeReach(reach),
    interpreted: echoed({ ...withToolsNote(interpretation, plan, ask.sort), match: page.match, missing: page.missing }),
    nextCursor: page.next === null ? null : await writeCursor(scope.engine, hash, page.next),
  };
}

/** An agent and its person wait for each other's searches no more than strangers do. */
function callerId(actor: Actor): string {
  return actor.type === 'token' ? `token-${actor.token.id}` : String(actor.person.id);
}

/** Of filters and exclusions alone there is nothing to score, and tools are not scored: the newest come first. */
function isRanked({ text, searchesTools }: QueryPlan): boolean {
  return text !== null && text.type !== 'not' && !searchesTools;
}

function withToolsNote(read: Interpretation, plan: QueryPlan, sort: Sort): Interpretation {
  if (!plan.searchesTools) return read;
  const order = sort === 'best' ? [NOT_RANKED] : [];
  return { ...read, notes: [...read.notes, ...order, BOUND] };
}

function describeRanking(sort: Sort, page: SearchPage): string {
  if (page.rankedAmong !== null) return `${sort === 'oldest' ? 'oldest' : 'newest'}-${page.rankedAmong}`;
  return sort === 'best' ? 'all' : 'none';
}

/** A secret pasted into the search box is not sent back. */
function echoed(interpretation: Interpretation): Interpretation {
  const clean = (text: string): string => {
    const { text: redacted, masks } = redact(text);
    return renderMasks(redacted, masks).text;
  };
  const { text, summary, filters, missing } = interpretation;
  const chips = filters.map((chip) => ({
    label: clean(chip.label),
    text: clean(chip.text),
    without: clean(chip.without),
  }));
  return { ...interpretation, text: clean(text), summary: clean(summary), filters: chips, missing: missing.map(clean) };
}
