import { findEscapes } from './escapes.ts';
import { type Finding, findSecrets } from './find-secrets.ts';
import type { Span } from './merge-spans.ts';
import type { RuleSet } from './rule-set.ts';
import { findSeams } from './seams.ts';
import { type Edit, makeView, type View } from './view.ts';

/** Behind a joined token nothing may follow that could be more of it: else it was no token that went on. */
const MORE = /[A-Za-z0-9_+/-]|\.[A-Za-z0-9]/y;

/** Rules for text with its escapes undone, and those that may also read across line breaks. */
export type DisguiseRules = { readonly all: RuleSet; readonly joinable: RuleSet };

/**
 * Secrets that only show once something is undone: invisible characters, colours, escapes of JSON, URLs and HTML, line
 * breaks, emphasis. Each as the whole stretch of the original. What `plain` covers already is left out.
 */
export function findDisguisedSecrets(
  { text, codes, plain }: { readonly text: string; readonly codes: Uint16Array; readonly plain: readonly Span[] },
  rules: DisguiseRules,
): readonly Span[] {
  const secrets: Span[] = [];
  const escapes = findEscapes(text, codes);
  if (escapes.length > 0) {
    const view = makeView(text, escapes, escapes);
    secrets.push(...spansOf(view, findSecrets(view.text, rules.all), plain));
  }
  const seams = findSeams(text, codes);
  if (seams.length > 0) {
    const view = makeView(text, inOrder(escapes, seams), seams);
    const joined = findSecrets(view.text, rules.joinable).filter(({ end }) => !goesOn(view.text, end));
    secrets.push(...spansOf(view, joined, plain));
  }
  return secrets;
}

function spansOf(view: View, findings: readonly Finding[], plain: readonly Span[]): Span[] {
  return findings
    .filter(({ readFrom, start, end }) => view.isEdited(readFrom, end) && !isCovered(view.partsOf(start, end), plain))
    .map(({ start, end, kind }) => ({ ...view.toOriginal(start, end), kind }));
}

function goesOn(text: string, at: number): boolean {
  MORE.lastIndex = at;
  return MORE.test(text);
}

/** `plain` in ascending order, without overlaps. */
function isCovered(
  parts: readonly { readonly start: number; readonly end: number }[],
  plain: readonly Span[],
): boolean {
  return parts.every(({ start, end }) => {
    const span = plain[lastFrom(plain, start)];
    return span !== undefined && span.start <= start && span.end >= end;
  });
}

/** The index of the last span that begins at `start` or before it; -1 when there is none. */
function lastFrom(spans: readonly Span[], start: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Both lists as one in ascending order; a seam that overlaps an escape gives way. */
function inOrder(escapes: readonly Edit[], seams: readonly Edit[]): readonly Edit[] {
  const edits: Edit[] = [];
  let next = 0;
  for (const seam of seams) {
    for (let edit = escapes[next]; edit !== undefined && edit.start < seam.end; edit = escapes[next]) {
      edits.push(edit);
      next += 1;
    }
    if ((edits.at(-1)?.end ?? 0) <= seam.start) edits.push(seam);
  }
  return [...edits, ...escapes.slice(next)];
}
