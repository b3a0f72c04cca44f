import { stemmer } from 'stemmer';

/** Words with a stem of their own: Porter's rules are for English, and harmless for what they do not fit. */
const ENGLISH_LIKE = /^[a-z]{4,}$/;
/** A shorter beginning would match too much of the index. */
const PREFIX_MIN = 3;
const REMEMBERED_MAX = 50_000;

const remembered = new Map<string, string>();

/** The stem of an index term (`deploying`, `deployed` → `deploy`); the term itself where it is no English-like word. */
export function stem(term: string): string {
  const known = remembered.get(term);
  if (known !== undefined) return known;
  const found = ENGLISH_LIKE.test(term) ? stemmer(term) : term;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(term, found);
  return found;
}

/**
 * A beginning that all terms of the same stem share, for the index; null where the term stands for itself alone. What it
 * finds may have another stem.
 */
export function stemPrefix(term: string): string | null {
  const stemmed = stem(term);
  let length = 0;
  while (length < stemmed.length && stemmed[length] === term[length]) length += 1;
  // `happy` and `happier` share `happi` as their stem, but only `happ` as they are written.
  if (/[iy]$/.test(term.slice(0, length))) length -= 1;
  return ENGLISH_LIKE.test(term) && length >= PREFIX_MIN ? term.slice(0, length) : null;
}
