import { type Interpretation, NAMED_MAX, type QueryPlan } from '../contract/query.ts';
import {
  CANDIDATES_MAX,
  CANDIDATES_TYPING_MAX,
  type SearchInput,
  type SearchPage,
  type SearchReply,
  type SearchRequest,
  type Sort,
  searchInput,
} from '../contract/search.ts';
import { loosenQuery } from '../query/loosen.ts';
import { readQuery } from '../query/plan.ts';
import { readName } from '../query/read-name.ts';
import { redact } from '../redaction/redact.ts';
import { TOOL_TEXT_MAX } from '../redaction/tool-text.ts';
import { renderMasks } from '../text/render-masks.ts';
import { describeReach } from '../visibility/policy.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { callerId } from './caller-id.ts';
import { askHash, readCursor, writeCursor } from './cursor.ts';
import { countsOtherBranches } from './other-branches.ts';
import { readWithin } from './read-within.ts';
import { searchReach } from './search-reach.ts';

const NOT_RANKED = 'Tool calls and results are not ranked: the newest come first.';
const BOUND = `Of each record the first ${TOOL_TEXT_MAX / 1024} KiB of tool text are searched.`;

export type SearchMoment = {
  /** Unix milliseconds: what `7d` counts from. */
  readonly nowMs: number;
  /** Ends the search when the caller is gone. */
  readonly signal: AbortSignal | null;
};

/**
 * Searches messages, or with `in:tools` tool calls and results, that the scope may see. Nothing in the reply depends on rows
 * outside it. Throws `bad-input` for a query over its bounds, a mistyped filter or a foreign cursor, `forbidden` for tools
 * that are not for the actor, `not-found` for a session to look within that is not visible.
 */
export async function searchMessages(scope: ReadScope, input: SearchInput, at: SearchMoment): Promise<SearchReply> {
  const ask = searchInput.parse(input);
  const { timeZone, lastWordIsPrefix } = ask;
  const { plan: asked, interpretation, tree } = readQuery(ask.query, { nowMs: at.nowMs, timeZone, lastWordIsPrefix });
  const reach = searchReach(scope, asked);
  const within = await readWithin(scope, ask.within ?? {}, { nowMs: at.nowMs, timeZone });
  const plan = { ...asked, filters: [...asked.filters, ...within] };
  const sort: Sort = ask.sort === 'best' && !isRanked(plan) ? 'newest' : ask.sort;
  const hash = askHash(
    {
      ...{ query: interpretation.text, timeZone, sort, group: ask.group, match: ask.match, lastWordIsPrefix },
      within: ask.within ?? null,
    },
    reach,
  );
  const after = ask.cursor === undefined ? null : await readCursor(scope.engine, hash, ask.cursor);
  // Only best first: by time, a message that holds less would stand before one that holds more.
  const loose = sort === 'best' && ask.match === 'some' ? loosenQuery(tree) : null;
  const depth = lastWordIsPrefix ? CANDIDATES_TYPING_MAX : CANDIDATES_MAX;
  const request: SearchRequest = {
    plan,
    loose,
    sort,
    group: ask.group,
    limit: ask.limit,
    depth,
    after,
    countsOtherBranches: after === null && !lastWordIsPrefix && countsOtherBranches(scope, plan),
    name: after === null ? readName(ask.query) : null,
  };
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
    interpreted: echoed(
      withNamed(
        { ...withToolsNote(interpretation, plan, ask.sort), match: page.match, missing: page.missing },
        page.named,
      ),
    ),
    otherBranches: page.otherBranches,
    nextCursor: page.next === null ? null : await writeCursor(scope.engine, hash, page.next),
  };
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

/** What is named by an id is said where the reading of the query is. */
function withNamed(read: Interpretation, named: SearchPage['named']): Interpretation {
  if (named.length === 0) return read;
  const isSession = named.some(({ messageId }) => messageId === null);
  const isMessage = named.some(({ messageId }) => messageId !== null);
  const what = isSession && isMessage ? 'sessions and messages' : isSession ? 'a session' : 'a message';
  const more = named.length > NAMED_MAX ? ` More than ${NAMED_MAX} have this id: the newest come first.` : '';
  return {
    ...read,
    notes: [`This is the id of ${what}, which comes first.${more}`, ...read.notes],
    named: named.slice(0, NAMED_MAX),
  };
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
