/** Titles made from a prompt's first words. */

const MAX_CHARACTERS = 80;
/** A word boundary further back than this gives up too much of the title. */
const MIN_CHARACTERS = 50;
/** Of a huge prompt only this much can end up in a title. */
const MAX_SCANNED = 2000;
/** Control characters, and halves of a character that was cut. */
const UNFIT = /[\p{Cc}\p{Cs}]/gu;
const ASCII = /^[ -~]*$/;
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * One line, at most 80 characters and an ellipsis, cut between words; scripts without spaces are cut between characters.
 */
export function cutTitle(text: string): string | null {
  const line = text.slice(0, MAX_SCANNED).replace(UNFIT, ' ').replace(/ {2,}/g, ' ').trim();
  return ASCII.test(line) ? cutAscii(line) : cutCharacters(line);
}

function cutAscii(line: string): string | null {
  if (line === '') return null;
  if (line.length <= MAX_CHARACTERS) return copyOf(line);
  const head = line.slice(0, MAX_CHARACTERS);
  const space = line[MAX_CHARACTERS] === ' ' ? MAX_CHARACTERS : head.lastIndexOf(' ');
  return copyOf(`${(space < MIN_CHARACTERS ? head : head.slice(0, space)).trimEnd()}…`);
}

function cutCharacters(line: string): string {
  const characters = segmentsOf(line);
  if (characters.length <= MAX_CHARACTERS) return characters.join('');
  const head = characters.slice(0, MAX_CHARACTERS).join('');
  const isWordEnd = characters[MAX_CHARACTERS] === ' ';
  const space = head.lastIndexOf(' ');
  const isFarEnough = space > 0 && segmentsOf(head.slice(0, space)).length >= MIN_CHARACTERS;
  return `${(isWordEnd || !isFarEnough ? head : head.slice(0, space)).trimEnd()}…`;
}

/**
 * The first characters as a reader counts them, one more than a title holds: a vowel sign or an emoji's parts are never cut
 * off. A prompt has many more, and to find their ends takes long.
 */
function segmentsOf(line: string): readonly string[] {
  const bounded = line.slice(0, (MAX_CHARACTERS + 1) * 16);
  const characters: string[] = [];
  for (const { segment } of segmenter.segment(bounded)) {
    characters.push(segment);
    if (characters.length > MAX_CHARACTERS) break;
  }
  return characters;
}

/** A slice would keep the text that it was cut from in memory. */
function copyOf(title: string): string {
  return [...title].join('');
}
