/** ASCII, with punctuation, arrows, boxes and pictures that do nothing but part words. */
const PARTING =
  '\\0-\\x7F\\xA0-\\xA7\\xAB\\xAC\\xB0\\xB1\\xB6\\xB7\\xBB\\xD7\\xF7\\u2010-\\u2027\\u2030-\\u205E\\u20A0-\\u20A7\\u20A9-\\u20BF' +
  '\\u2190-\\u23FF\\u2500-\\u2775\\u2794-\\u27BF\\u3000-\\u3003\\u3008-\\u3011\\u3014-\\u301F\\uFF01\\uFF08\\uFF09\\uFF0C\\uFF1A\\uFF1B\\uFF1F';
/** Kana, ideographs, syllables and Thai letters: each its own normal form beside any other of these, but the sara am. */
const IN_RUNS =
  '\\u3041-\\u3096\\u30A1-\\u30FA\\u30FC\\u3400-\\u4DBF\\u4E00-\\u9FFC\\uAC00-\\uD7A3\\u0E01-\\u0E39\\u0E40-\\u0E4C\\u0E50-\\u0E59';
const IS_PLAIN = new RegExp(`^[${PARTING}${IN_RUNS}]*$`);
/** Normalising puts a tone behind a vowel below; and a mark on a letter of a word belongs to two terms. */
const HAS_ODD_MARK = /[\u0E48-\u0E4B][\u0E38\u0E39]|[0-9A-Za-z][\u0E31\u0E34-\u0E39\u0E47-\u0E4C]/;

/** The one plain character that becomes two, `SARA_AM_APART`. */
export const SARA_AM = '\u0E33';
export const SARA_AM_APART = '\u0E4D\u0E32';

/**
 * Whether a text's words are all ASCII and its runs are their own normal form, so that phrases can be looked for in the
 * text as it is. Most texts are plain.
 */
export function isPlain(text: string): boolean {
  return IS_PLAIN.test(text) && !HAS_ODD_MARK.test(text);
}
