import type { TextNode } from '../contract/query.ts';
import { type Phrase, phraseTerms } from './phrase-terms.ts';
import { pieceParts } from './piece-parts.ts';
import { plainSpans } from './plain-spans.ts';
import type { Span } from './span.ts';
import { type Token, tokens } from './tokens.ts';

/** Where the phrases of a condition that are under no negation match in a text: in order, none touching inside another. */
export function matchSpans(text: string, node: TextNode): Span[] {
  const phrases = positivePhrases(node);
  if (phrases.length === 0) return [];
  const plain = plainSpans(text, phrases);
  return plain === null ? findPhrases(tokens(text), phrases) : merge(plain);
}

/** Where phrases stand among the tokens of a text: in order, none touching inside another. */
export function findPhrases(found: readonly Token[], phrases: readonly Phrase[]): Span[] {
  return merge(phrases.flatMap((phrase) => phraseSpans(found, phrase)));
}

function positivePhrases(node: TextNode): Phrase[] {
  const phrases: Phrase[] = [];
  const open: TextNode[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'phrase') phrases.push(wholePhrase(next));
    else if (next.type !== 'not') open.push(...next.nodes);
  }
  return phrases;
}

/** The terms of a phrase end at a bound; what is to be verified spells all of it. */
function wholePhrase({ terms, isPrefix, verify }: Extract<TextNode, { type: 'phrase' }>): Phrase {
  return verify === undefined ? { terms, isPrefix } : phraseTerms(pieceParts(verify).parts, !verify.endsWith(' '));
}

function phraseSpans(found: readonly Token[], { terms, isPrefix }: Phrase): Span[] {
  const fixed = isPrefix ? terms.slice(0, -1) : terms;
  const prefix = isPrefix ? terms.at(-1) : undefined;
  const spans: Span[] = [];
  for (const end of occurrenceEnds(found, fixed)) {
    const first = found[end - fixed.length];
    const last = found[prefix === undefined ? end - 1 : end];
    if (first === undefined || last === undefined) continue;
    if (prefix === undefined) spans.push({ start: first.start, end: last.end });
    else if (last.term.startsWith(prefix))
      spans.push({ start: first.start, end: prefixEnd(last, prefix, found[end + 1]) });
  }
  return spans;
}

/** A pair's first character ends where the next pair starts. */
function prefixEnd(token: Token, prefix: string, next: Token | undefined): number {
  const isPairStart = token.term.length > prefix.length && next !== undefined && next.start > token.start;
  return isPairStart ? Math.min(token.end, next.start) : token.end;
}

/** The index behind each occurrence of the terms; behind and before every token when there are none. Linear (KMP). */
function occurrenceEnds(found: readonly Token[], terms: readonly string[]): number[] {
  if (terms.length === 0) return found.map((_, index) => index);
  const fallback = borders(terms);
  const ends: number[] = [];
  let matched = 0;
  for (let index = 0; index < found.length; index += 1) {
    const term = found[index]?.term;
    while (matched > 0 && terms[matched] !== term) matched = fallback[matched - 1] ?? 0;
    if (terms[matched] === term) matched += 1;
    if (matched === terms.length) {
      ends.push(index + 1);
      matched = fallback[matched - 1] ?? 0;
    }
  }
  return ends;
}

/** For each beginning of the terms, how long the longest part is that both starts and ends it. */
function borders(terms: readonly string[]): number[] {
  const lengths = [0];
  let matched = 0;
  for (const term of terms.slice(1)) {
    while (matched > 0 && terms[matched] !== term) matched = lengths[matched - 1] ?? 0;
    if (terms[matched] === term) matched += 1;
    lengths.push(matched);
  }
  return lengths;
}

function merge(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { start: last.start, end: span.end };
  }
  return merged;
}
