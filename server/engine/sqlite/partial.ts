import type { LooseQuery, LooseWord, QueryPlan, TextNode } from '../../contract/query.ts';
import { looseCounts, stemPhrase } from '../../text/loose-match.ts';
import type { LooseCounts } from '../../text/plain-loose.ts';
import type { RankWeights } from '../../text/rank-weights.ts';
import { scoreCandidates } from '../../text/score.ts';
import { wordForms } from '../../text/stem.ts';
import { secondOf } from './candidate-query.ts';
import {
  countCandidates,
  eachCandidate,
  type FoundPage,
  type Scored,
  type SearchAsk,
  withScore,
} from './candidates.ts';
import { addContext } from './context.ts';
import type { Connection } from './open.ts';
import { type Gathered, type Kept, lookAt, pageOf, startOf } from './ranked.ts';
import { textCheck } from './verify.ts';

type Loose = { readonly loose: LooseQuery; readonly ask: SearchAsk; readonly weights: RankWeights };
type Counted = LooseWord & { readonly count: number };

/**
 * A page of the messages that hold some of the words, in any form: those with the most of the rarer ones first, better
 * where the words stand side by side or the messages next to them speak of the same. Counts what the scope may see alone.
 */
export function partialPage(connection: Connection, loose: Loose): FoundPage & { readonly missing: readonly string[] } {
  const { missing, ...found } = partialMatches(connection, loose);
  return { ...pageOf(found, loose.ask, { match: 'some', secondInSession: loose.weights.secondInSession }), missing };
}

/** All that are ranked, without a page's bounds, and the words that nothing in scope holds. */
export function partialMatches(
  connection: Connection,
  loose: Loose,
): Gathered & { readonly missing: readonly string[] } {
  const words = countWords(connection, loose);
  const present = words.filter((word) => word.count > 0);
  const missing = words.filter((word) => word.count === 0).map((word) => word.text);
  if (present.length === 0) return { scored: [], isCut: false, newestMs: 0, missing };
  const chosen = rarest(present, loose.ask.request.depth);
  return { ...gather(connection, { ...loose, chosen, isCut: chosen.length < present.length }), missing };
}

/** How many visible matches each word has, to the request's depth. */
function countWords(connection: Connection, { loose, ask }: Loose): readonly Counted[] {
  return loose.words.map((word) => {
    const plan = planFor(ask.request.plan, loose, [word]);
    const count = countCandidates(connection, { ...newest(ask), plan, limit: ask.request.depth, text: 'none' });
    return { ...word, count };
  });
}

/** The rarest words first, ties in query order, as long as all their matches can be looked at; one at least. */
function rarest(words: readonly Counted[], depth: number): readonly Counted[] {
  let total = 0;
  return words
    .toSorted((a, b) => a.count - b.count)
    .filter((word, index) => {
      total += word.count;
      return index === 0 || total <= depth;
    });
}

function gather(connection: Connection, part: Loose & { chosen: readonly LooseWord[]; isCut: boolean }): Gathered {
  const { loose, ask, chosen, weights } = part;
  const { request } = ask;
  const plan = planFor(request.plan, loose, chosen);
  const required = textCheck(loose.required);
  const phrases = loose.words.map((word) => stemPhrase(word.node));
  const text = required.needsText ? 'whole' : 'start';
  const matches = eachCandidate(connection, { ...newest(ask), plan, limit: request.depth + 1, text });
  const { kept, isCut, newestMs } = lookAt(matches, request, ({ text: whole }) => {
    if (!required.passes(whole)) return null;
    const found = looseCounts(startOf(whole), phrases);
    // Without a word that is asked for it is no hit: the index found a word that only begins alike.
    return found.counts.some((count) => count > 0) ? found : null;
  });
  const scored = addContext(connection, score(kept, weights), weights);
  return { scored, isCut: part.isCut || isCut, newestMs };
}

function score(kept: readonly Kept<LooseCounts>[], weights: RankWeights): readonly Scored[] {
  const scores = scoreCandidates(
    kept.map(({ candidate, found }) => ({
      lengthInTerms: candidate.termCount,
      counts: found.counts,
      timeMs: candidate.timeMs,
    })),
    weights,
  );
  return kept.map(({ candidate, found }, index) =>
    withScore(candidate, (scores[index] ?? 0) + weights.pair * found.pairs),
  );
}

function planFor(plan: QueryPlan, loose: LooseQuery, words: readonly LooseWord[]): QueryPlan {
  const nodes = words.flatMap(anyForm);
  const [only] = nodes;
  const any: TextNode = only !== undefined && nodes.length === 1 ? only : { type: 'or', nodes };
  return { ...plan, text: allOf(any, loose.required) };
}

function allOf(any: TextNode, required: TextNode | null): TextNode {
  if (required === null) return any;
  const more = required.type === 'and' ? required.nodes : [required];
  return { type: 'and', nodes: [any, ...more] };
}

/** Any of the word's forms. */
function anyForm({ node }: LooseWord): readonly TextNode[] {
  const [term, ...more] = node.terms;
  if (term === undefined || more.length > 0 || node.isPrefix) return [node];
  return wordForms(term).map((form) => ({ type: 'phrase', terms: [form], isPrefix: false }));
}

function newest({ reach, request, readToolText }: SearchAsk) {
  const toSecond = request.after === null ? null : secondOf(request.after.newestMs);
  return { reach, readToolText, direction: 'newest', fromSecond: null, toSecond } as const;
}
