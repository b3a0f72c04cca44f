import type { Part } from './piece-parts.ts';
import { cutWord } from './terms.ts';

/** Terms that stand side by side; with `isPrefix` the last one may go on. */
export type Phrase = { readonly terms: readonly string[]; readonly isPrefix: boolean };

/**
 * The phrase that finds these parts side by side. A run at the end may go on in the text: its last character is asked
 * for by the last pair alone, and a single character by a prefix. A run before a word ends where the word begins.
 */
export function phraseTerms(parts: readonly Part[], isPrefix: boolean): Phrase {
  const last = parts.at(-1);
  const terms = parts.flatMap((part) => (part.isRun ? runTerms(part.text, part !== last) : cutWord(part.text)));
  return { terms, isPrefix: last?.isRun === true ? isSingle(last.text) : isPrefix };
}

function runTerms(run: string, isWhole: boolean): string[] {
  const characters = [...run];
  const pairs = characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
  return isWhole || pairs.length === 0 ? [...pairs, characters.at(-1) ?? ''] : pairs;
}

function isSingle(text: string): boolean {
  return (text.codePointAt(0) ?? 0) > 0xffff ? text.length === 2 : text.length === 1;
}
