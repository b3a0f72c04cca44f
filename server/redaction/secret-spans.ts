import { MASK_CHARACTER } from '../contract/redaction.ts';
import { findDisguisedSecrets } from './disguised-secrets.ts';
import { findEncodedSecrets } from './encoded-secrets.ts';
import { findSecrets } from './find-secrets.ts';
import { mergeSpans, type Span } from './merge-spans.ts';
import { ruleSet } from './rule-set.ts';
import { RULES, TOKEN_RULES } from './rules.ts';
import { withCodesOf } from './with-codes-of.ts';

const RULE_SETS = { all: ruleSet(RULES), joinable: ruleSet(TOKEN_RULES) };

/**
 * A mask changes what stands beside it, so text is read again until nothing more is found: twice when it holds a
 * secret, rarely three times. The bound is for text that was made to take more.
 */
export const READINGS_MAX = 6;

/** What one reading of a text finds, of all kinds and in all disguises; spans can overlap. */
export function readSecrets(text: string): readonly Span[] {
  return withCodesOf(text, (codes) => readCodes(text, codes));
}

function readCodes(text: string, codes: Uint16Array): readonly Span[] {
  const plain = mergeSpans(findSecrets(text, RULE_SETS.all, codes));
  const disguised = findDisguisedSecrets({ text, codes, plain }, RULE_SETS);
  return [...plain, ...disguised, ...findEncodedSecrets(text, codes, RULE_SETS.all)];
}

/** Where a text holds secrets, in order and apart: what `redact` would hide, for those who write masks of their own. */
export function secretSpans(text: string): readonly Span[] {
  let spans: readonly Span[] = [];
  let unread = text;
  for (let readings = 0; readings < READINGS_MAX; readings += 1) {
    const found = readSecrets(unread);
    if (found.length === 0) break;
    spans = mergeSpans([...spans, ...found]);
    unread = fill(text, spans);
  }
  return spans;
}

/** The text with masks over the spans, as long as it was. */
function fill(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const span of spans) {
    pieces.push(text.slice(end, span.start), MASK_CHARACTER.repeat(span.end - span.start));
    end = span.end;
  }
  return pieces.join('') + text.slice(end);
}
