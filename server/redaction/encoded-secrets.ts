import { isBase64 } from './base64-characters.ts';
import { findSecrets } from './find-secrets.ts';
import type { Span } from './merge-spans.ts';
import type { RuleSet } from './rule-set.ts';

/** Shorter runs of base64 hold no secret that a rule would see. */
const FEWEST_CHARACTERS = 24;
/** Judged before a run is decoded: 18 bytes that are all text are text, and not by chance. */
const JUDGED_CHARACTERS = 24;
/** A byte of text needs one of these where its group of four characters begins: ruled out before anything is decoded. */
const BEGINS_TEXT = /[CDI-Za-f]/;
const TEXT = /^[\t\n\r\x20-\x7e]+$/;
const CHARACTERS_EACH = 4;
const BYTES_EACH = 3;

/** The secrets in text that stands in base64, one level deep, as the characters that hold their bytes. */
export function findEncodedSecrets(text: string, codes: Uint16Array, rules: RuleSet): readonly Span[] {
  const secrets: Span[] = [];
  let at = FEWEST_CHARACTERS - 1;
  // Of a run that is long enough one character stands at each step: the others need not be looked at.
  for (; at < text.length; at += FEWEST_CHARACTERS) {
    if (!isBase64(codes[at])) continue;
    let start = at;
    while (isBase64(codes[start - 1]) && at - start < FEWEST_CHARACTERS) start -= 1;
    let end = at + 1;
    while (isBase64(codes[end])) end += 1;
    if (end - start >= FEWEST_CHARACTERS) {
      secrets.push(...secretsOfRun(text.slice(start, end), start, rules));
      at = end - 1;
    }
  }
  return secrets;
}

function secretsOfRun(run: string, runStart: number, rules: RuleSet): readonly Span[] {
  for (let at = 0; at < JUDGED_CHARACTERS; at += CHARACTERS_EACH) if (!BEGINS_TEXT.test(run.charAt(at))) return [];
  if (!TEXT.test(decode(run.slice(0, JUDGED_CHARACTERS)))) return [];
  return findSecrets(decode(run), rules).map(({ start, end, kind }) => ({
    start: runStart + Math.floor(start / BYTES_EACH) * CHARACTERS_EACH,
    end: Math.min(runStart + run.length, runStart + Math.ceil(end / BYTES_EACH) * CHARACTERS_EACH),
    kind,
  }));
}

/** One character a byte, so that offsets can be reckoned; both alphabets are understood. */
function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}
