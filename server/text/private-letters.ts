/**
 * Private-use letters in index terms. Text cannot bring them in: U+E000 vanishes from it, all others part words. The
 * full-text tokenizer keeps them because its categories name `Co`.
 */

/** Begins each scope token; no term of a text holds it. */
export const SCOPE_LETTER = '\uE000';

/** Begins each literal, so that no prefix of a word finds one. */
const LITERAL_LETTER = '\uE010';
const SIGN_LETTERS: Readonly<Record<string, string>> = { '+': '\uE011', '#': '\uE012', '.': '\uE013' };

/** The literal term of a word with its signs: `c++` becomes U+E010, `c`, U+E011, U+E011. */
export function spellLiteral(spelling: string): string {
  return LITERAL_LETTER + spelling.replace(/[+#.]/g, (sign) => SIGN_LETTERS[sign] ?? sign);
}

export function isLiteralTerm(term: string): boolean {
  return term.startsWith(LITERAL_LETTER);
}
