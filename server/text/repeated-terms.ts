const MARK_LETTERS = 94;
const FIRST_LETTER = 0x21;
/** A text that repeats more is looked at itself. */
const MAX_MARKS = 2048;
/** Terms side by side that have a mark of their own. */
const SEQUENCE = 3;
const MAX_PHRASE_MARKS = 8;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const SPACE = 0x20;

/**
 * Marks of what stands more than once in what `indexTerms` gave, terms and threes of terms side by side, each mark once;
 * null when there are too many. What has no mark in it stands at most once. What has one may do so too: marks can be alike.
 */
export function repeatedTerms(terms: string): string | null {
  const seen = new HashSet(terms.length);
  const marks = new Set<number>();
  const note = (hash: number): void => {
    if (!seen.add(hash)) marks.add(markNumber(hash));
  };
  let [before, last, hash] = [0, 0, FNV_OFFSET];
  for (let at = 0, count = 0; at <= terms.length; at += 1) {
    const unit = at < terms.length ? terms.charCodeAt(at) : SPACE;
    if (unit !== SPACE) {
      hash = Math.imul(hash ^ unit, FNV_PRIME);
      continue;
    }
    count += 1;
    note(hash);
    if (count >= SEQUENCE) note(sequenceHash(before, last, hash));
    [before, last, hash] = [last, hash, FNV_OFFSET];
  }
  return marks.size > MAX_MARKS ? null : [...marks].map(spellMark).join('');
}

/** Marks that are all in `repeatedTerms` of a text in which these terms stand side by side more than once. */
export function phraseMarks(terms: readonly string[]): readonly string[] {
  const hashes = terms.slice(0, MAX_PHRASE_MARKS + SEQUENCE - 1).map(hashOf);
  if (hashes.length < SEQUENCE) return hashes.map((hash) => spellMark(markNumber(hash)));
  return hashes
    .slice(SEQUENCE - 1)
    .map((hash, at) => spellMark(markNumber(sequenceHash(hashes[at] ?? 0, hashes[at + 1] ?? 0, hash))));
}

function hashOf(term: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), FNV_PRIME);
  return hash;
}

function sequenceHash(first: number, second: number, third: number): number {
  return Math.imul(Math.imul(Math.imul(first, FNV_PRIME) ^ second, FNV_PRIME) ^ third, FNV_PRIME);
}

function markNumber(hash: number): number {
  return (hash >>> 0) % (MARK_LETTERS * MARK_LETTERS);
}

function spellMark(number: number): string {
  const first = Math.floor(number / MARK_LETTERS);
  return String.fromCharCode(FIRST_LETTER + first, FIRST_LETTER + (number % MARK_LETTERS));
}

/** In open addressing. What has one hash counts as one: the worst is a mark too many. */
class HashSet {
  private readonly slots: Int32Array;

  /** Terms are at least one unit long, with a space between them; each brings two hashes. */
  constructor(units: number) {
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * units + 4)));
  }

  /** False when it was there. */
  add(hash: number): boolean {
    const { slots } = this;
    // Zero is an empty slot.
    const key = hash === 0 ? 1 : hash;
    for (let slot = (key >>> 0) % slots.length; ; slot = (slot + 1) % slots.length) {
      if (slots[slot] === key) return false;
      if (slots[slot] !== 0) continue;
      slots[slot] = key;
      return true;
    }
  }
}
