import { CANDIDATE_TEXT_TOTAL_MAX, CANDIDATES_MAX } from '../../contract/search.ts';
import { type Matched, SECOND_MESSAGES_MAX, secondOf } from './candidate-query.ts';
import { eachCandidate, type FoundPage, type Scored, type SearchAsk } from './candidates.ts';
import { compareHits, orderOf } from './hit-order.ts';
import type { Connection } from './open.ts';
import { type TextCheck, textCheck } from './verify.ts';

/** The first reading is for one page; where few pass, the next ones are longer. */
const BATCH_MAX = 500;
const BATCH_GROWTH = 4;

/**
 * A page of all matches by time. Each page starts where the last one ended, so the walk meets every match once, however
 * many there are; `matches` are all of them, where somebody has read them already. A page may hold less than its limit, or nothing, where many texts had to be read and few passed.
 */
export function walkPage(connection: Connection, ask: SearchAsk, matches: readonly Matched[] | null): FoundPage {
  const { after, limit, sort } = ask.request;
  const compare = compareHits(sort);
  const check = textCheck(ask.request.plan.text);
  const page: Scored[] = [];
  const examined = { count: 0, characters: 0 };
  let start = after === null ? null : secondOf(after.order.timeMs);
  for (let size = 2 * limit; ; size *= BATCH_GROWTH) {
    const from = { start, check, size: Math.min(size, BATCH_MAX) };
    const stretch =
      matches !== null && matches.length <= size
        ? { ...checkAll(matches, check), next: null }
        : readStretch(connection, ask, from);
    const ahead = stretch.candidates
      .filter((each) => after === null || compare(each, after.order) > 0)
      .toSorted(compare);
    const passing = ahead.filter((each) => each.passes);
    const room = limit - page.length;
    page.push(...passing.slice(0, room).map(({ passes: _, ...candidate }) => candidate));
    examined.count += stretch.candidates.length;
    examined.characters += stretch.characters;
    const isUsedUp = examined.count >= CANDIDATES_MAX || examined.characters > CANDIDATE_TEXT_TOTAL_MAX;
    const end = passing.length > room || page.length === limit ? page.at(-1) : isUsedUp ? ahead.at(-1) : undefined;
    if (stretch.next === null && passing.length <= room) return { page, next: null, rankedAmong: null };
    if (end !== undefined)
      return { page, next: { order: orderOf(end), newestMs: end.timeMs, match: 'all' }, rankedAmong: null };
    start = stretch.next;
  }
}

type Checked = Scored & { readonly passes: boolean };
type Stretch = { readonly candidates: readonly Checked[]; readonly characters: number; readonly next: number | null };
type From = { readonly start: number | null; readonly check: TextCheck; readonly size: number };

/** Some whole seconds from `start` on, and the second that comes then. Ids order seconds only, so none is cut in two. */
function readStretch(connection: Connection, ask: SearchAsk, from: From): Stretch {
  const isUp = ask.request.sort === 'oldest';
  const seconds = isUp ? { fromSecond: from.start, toSecond: null } : { fromSecond: null, toSecond: from.start };
  const batch = readBatch(connection, ask, { ...seconds, limit: from.size + 1, check: from.check });
  const last = batch.candidates[from.size];
  if (last === undefined) return { ...batch, next: null };
  const cutSecond = secondOf(last.timeMs);
  const whole = batch.candidates.filter((each) => secondOf(each.timeMs) !== cutSecond);
  if (whole.length > 0) return { ...batch, candidates: whole, next: cutSecond };
  const only = { fromSecond: cutSecond, toSecond: cutSecond, limit: SECOND_MESSAGES_MAX, check: from.check };
  return { ...readBatch(connection, ask, only), next: cutSecond + (isUp ? 1 : -1) };
}

function readBatch(
  connection: Connection,
  { reach, request, readToolText }: SearchAsk,
  bounds: { fromSecond: number | null; toSecond: number | null; limit: number; check: TextCheck },
): Omit<Stretch, 'next'> {
  const { check, ...range } = bounds;
  const direction = request.sort === 'oldest' ? 'oldest' : 'newest';
  const text = check.needsText ? 'whole' : 'none';
  const query = { reach, plan: request.plan, readToolText, direction, ...range, text } as const;
  return checkAll(eachCandidate(connection, query), check);
}

function checkAll(matches: Iterable<Matched>, check: TextCheck): Omit<Stretch, 'next'> {
  const candidates: Checked[] = [];
  let characters = 0;
  for (const { candidate, text } of matches) {
    characters += text.length;
    candidates.push({ ...candidate, score: 0, passes: check.passes(text) });
  }
  return { candidates, characters };
}
