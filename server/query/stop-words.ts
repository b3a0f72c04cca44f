/**
 * English words that a question is made of and that say nothing of what it is about. Only partial matches leave them out:
 * where all words are asked for, these are too.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after an and are as at be been before but by can could did do does for from had has have he her him his how i
  if in into is it its me my no not of on or our she should so than that the their them then there these they this to was
  we were what when where which who whom whose why will with would you your`.split(/\s+/),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase());
}
