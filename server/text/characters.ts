import { ASCII_FOLDS } from './ascii-folds.ts';
import { SCOPE_LETTER } from './private-letters.ts';

/**
 * What a character in normal form is to the tokeniser. `word` letters stand in words with spaces between them, `run`
 * letters in runs without; `sign` is one of `+`, `#` and `.`.
 */
export type CharacterKind = 'separator' | 'sign' | 'word' | 'run';

/** One code point in normal form. */
export type Character = { readonly text: string; readonly kind: CharacterKind };

const UNSPACED_SCRIPTS = [
  ...['Han', 'Hiragana', 'Katakana', 'Bopomofo', 'Hangul', 'Yi', 'Tangut', 'Nushu', 'Khitan_Small_Script'],
  ...['Thai', 'Lao', 'Khmer', 'Myanmar', 'Tai_Le', 'New_Tai_Lue', 'Tai_Tham', 'Tai_Viet', 'Ahom'],
  ...['Javanese', 'Balinese', 'Vai'],
];
const SCRIPTS_READ_WITHOUT_MARKS = ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Inherited', 'Common'];
const GENERAL_MARKS = '\\u0300-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F';

const IS_LETTER = /[\p{L}\p{N}\p{Mn}\p{Mc}]/u;
const IS_MARK = /\p{M}/u;
const IS_SIGN = /[+#.]/;
/** By script extensions, so that what scripts share is in, such as the prolonged sound mark of kana. */
const IS_UNSPACED = anyOf(UNSPACED_SCRIPTS, '');
const IS_DROPPED_AS_MARK = anyOf(SCRIPTS_READ_WITHOUT_MARKS, `\\p{Me}${GENERAL_MARKS}`);
/** Tatweel, and letters that only modify: the ʻokina, half rings, primes, signs of length and tone. */
const IS_DROPPED_LETTER = /[\u0640\u02B9-\u02C1\u02C6-\u02D1\u02EC\u02EE]/;
const UNSEEN = new RegExp(`[\\p{Default_Ignorable_Code_Point}${SCOPE_LETTER}]`, 'gu');
const IS_UNSEEN = new RegExp(UNSEEN.source, 'u');
/** The nasal sign of a decomposed sara am, typed before the tone mark; compatibility forms have it behind. */
const NASAL_BEFORE_TONE = /([\u0E4D\u0ECD])([\u0E48-\u0E4B\u0EC8-\u0ECB]+)/g;

function anyOf(scripts: readonly string[], others: string): RegExp {
  return new RegExp(`[${others}${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`, 'u');
}

/**
 * The normal form of a cluster (a character with all that composes with it): NFKC, case folded, without the marks of
 * scripts that are read well without them, in ASCII where a letter has an ASCII spelling. Empty when nothing remains.
 */
export function foldCluster(cluster: string): readonly Character[] {
  const composed = cluster.replace(UNSEEN, '').normalize('NFKC').replace(NASAL_BEFORE_TONE, '$2$1');
  return [...composed].flatMap((character) => [...foldCharacter(character)].map(classify));
}

function foldCharacter(character: string): string {
  const bare = dropMarks(character);
  let folded = '';
  // There and back again folds what lower case alone does not, such as the Cyrillic rounded ve and the final sigma.
  for (const letter of bare.toLowerCase().toUpperCase().toLowerCase()) folded += ASCII_FOLDS.get(letter) ?? letter;
  return folded;
}

/** Takes a character apart only when that sheds a mark: kana and Hangul stay composed. */
function dropMarks(character: string): string {
  const parts = [...character.normalize('NFD')];
  const kept = parts.filter((part) => !isDropped(part));
  return kept.length === parts.length ? character : kept.join('').normalize('NFC');
}

function isDropped(character: string): boolean {
  return IS_DROPPED_LETTER.test(character) || (IS_MARK.test(character) && IS_DROPPED_AS_MARK.test(character));
}

function classify(text: string): Character {
  if (IS_LETTER.test(text)) return { text, kind: IS_UNSPACED.test(text) ? 'run' : 'word' };
  return { text, kind: IS_SIGN.test(text) ? 'sign' : 'separator' };
}

/** Letters that compose with the one before them: half-width voiced marks, and the Kirat Rai vowel length. */
const IS_JOINING_LETTER = /[\uFF9E\uFF9F\u{16D67}]/u;

/** Whether a character belongs to the one before it: marks, joining letters, and what is not seen at all. */
export function joinsBefore(character: string): boolean {
  return IS_MARK.test(character) || IS_UNSEEN.test(character) || IS_JOINING_LETTER.test(character);
}
