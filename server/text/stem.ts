import { stemmer } from 'stemmer';

/** Words with a stem of their own: Porter's rules are for English, and harmless for what they do not fit. */
const ENGLISH_LIKE = /^[a-z]{4,}$/;
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
 * The forms of an index term that the index is asked for: itself, and what English endings make of its stem, each of the
 * same stem. A list of whole terms and no prefix: for that the index would read the postings of all who hold one, also of
 * those that the asker may not see, and the time would tell.
 */
export function wordForms(term: string): readonly string[] {
  const stemmed = stem(term);
  if (!ENGLISH_LIKE.test(term)) return [term];
  const forms = new Set([term]);
  for (const base of basesOf(stemmed)) {
    for (const ending of ENDINGS) if (stem(base + ending) === stemmed) forms.add(base + ending);
  }
  return [...forms];
}

const ENDINGS = [
  ...[
    '',
    's',
    'es',
    'ed',
    'd',
    'ing',
    'ings',
    'er',
    'ers',
    'r',
    'rs',
    'or',
    'ors',
    'y',
    'ies',
    'ied',
    'ier',
    'iest',
    'ily',
  ],
  ...['iness', 'ly', 'ion', 'ions', 'ation', 'ations', 'ment', 'ments', 'ness', 'able', 'ables', 'ably', 'al', 'als'],
  ...['ally', 'ful', 'fully', 'ive', 'ives', 'ively', 'ity', 'ities', 'ize', 'izes', 'ized', 'izing', 'ous', 'ously'],
  ...['ance', 'ence', 'ant', 'ent', 'ism', 'est', 'e'],
];

/** What a stem may have been before Porter's rules wrote it: `stop` of `stopped`, `hop` of `hoping`, `deploy` of `deploi`. */
function basesOf(stemmed: string): readonly string[] {
  const last = stemmed.at(-1) ?? '';
  const shorter = stemmed.slice(0, -1);
  const others = last === 'i' ? [shorter, `${shorter}y`] : last === 'e' ? [shorter] : [];
  return [stemmed, `${stemmed}${last}`, ...others];
}
