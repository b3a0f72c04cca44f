import type { EntryKind, EntryRole } from '../../contract/transcript.ts';
import { indexTerms } from '../../text/index-terms.ts';
import type { NewEntry } from '../save-types.ts';
import { entryRepeats } from './entry-terms.ts';

/** An entry without its record's bytes, which are compressed apart from it. */
export type BareEntry = Omit<NewEntry, 'record'> & {
  readonly record: Omit<NewEntry['record'], 'bytes'>;
  /** Index terms of its text and of its tools, where somebody has found them already. */
  readonly terms?: string | undefined;
  readonly toolTerms?: string | undefined;
  /** What `entryRepeats` gives, as with `terms`. */
  readonly repeats?: string | null | undefined;
};

/** `terms` of `text`, or null where they are still to be found. */
type ToolColumn = { readonly isMasked: boolean; readonly text: string; readonly terms: string | null };

/** Many entries as a few lists: what is sent to a thread is copied value by value, and objects cost most. */
export type EntryColumns = {
  readonly length: number;
  /** `NUMBERS_EACH` of each entry, in the order of `numbersOf`. NaN is null. */
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly nativeIds: readonly string[];
  readonly hashes: readonly string[];
  readonly texts: readonly string[];
  /** Index terms, empty for what is not searched; null: whoever stores finds them. */
  readonly terms: readonly string[] | null;
  readonly repeats: readonly (string | null)[] | null;
  /** Kinds, roles and models: few, and said again and again. */
  readonly words: readonly string[];
  /** Of the few entries that have any. */
  readonly masks: ReadonlyMap<number, NewEntry['masks']>;
  readonly tools: ReadonlyMap<number, ToolColumn>;
};

const NUMBERS_EACH = 10;
const NO_MASKS: NewEntry['masks'] = [];

/** `findsTerms`: here and now, so that whoever stores has less to do. */
export function toColumns(entries: readonly NewEntry[], { findsTerms }: { findsTerms: boolean }): EntryColumns {
  const words = new Map<string, number>();
  const wordOf = (word: string | null): number => {
    if (word === null) return Number.NaN;
    const known = words.get(word) ?? words.size;
    words.set(word, known);
    return known;
  };
  const numbers = new Float64Array(entries.length * NUMBERS_EACH);
  const masks = new Map<number, NewEntry['masks']>();
  const tools = new Map<number, ToolColumn>();
  for (const [index, entry] of entries.entries()) {
    numbers.set(numbersOf(entry, wordOf), index * NUMBERS_EACH);
    if (entry.masks.length > 0) masks.set(index, entry.masks);
    if (entry.tools !== null) tools.set(index, toToolColumn(entry.tools, findsTerms));
  }
  const terms = findsTerms ? entries.map((entry) => (entry.isSearchable ? indexTerms(entry.text) : '')) : null;
  return {
    length: entries.length,
    numbers,
    nativeIds: entries.map((entry) => entry.nativeId),
    hashes: entries.map((entry) => entry.record.hash),
    texts: entries.map((entry) => entry.text),
    terms,
    repeats: terms?.map((found, index) => repeatsOf(entries[index], found)) ?? null,
    words: [...words.keys()],
    masks,
    tools,
  };
}

/** The text is not needed any more once its terms are known. */
function toToolColumn({ text, isMasked }: NonNullable<NewEntry['tools']>, findsTerms: boolean): ToolColumn {
  return findsTerms ? { isMasked, text: '', terms: indexTerms(text) } : { isMasked, text, terms: null };
}

function repeatsOf(entry: NewEntry | undefined, terms: string): string | null {
  return entry?.isSearchable === true ? entryRepeats(entry.text, terms) : null;
}

function numbersOf(entry: NewEntry, wordOf: (word: string | null) => number): readonly number[] {
  const { record } = entry;
  return [
    ...[entry.position, entry.parentPosition ?? Number.NaN, entry.walk ?? Number.NaN, entry.timeMs],
    ...[entry.isSearchable ? 1 : 0, record.lineNumber, record.offset],
    ...[wordOf(entry.kind), wordOf(entry.role), wordOf(entry.model)],
  ];
}

export function fromColumns(columns: EntryColumns): readonly BareEntry[] {
  return Array.from({ length: columns.length }, (_, index) => entryAt(columns, index));
}

function entryAt(
  { numbers, nativeIds, hashes, texts, terms, repeats, words, masks, tools }: EntryColumns,
  index: number,
): BareEntry {
  const first = index * NUMBERS_EACH;
  const numberAt = (at: number): number | null => {
    const number = numbers[first + at] ?? Number.NaN;
    return Number.isNaN(number) ? null : number;
  };
  const tool = tools.get(index) ?? null;
  const wordAt = (at: number): string | null => words[numberAt(at) ?? -1] ?? null;
  return {
    nativeId: nativeIds[index] ?? '',
    position: numberAt(0) ?? 0,
    parentPosition: numberAt(1),
    walk: numberAt(2),
    timeMs: numberAt(3) ?? 0,
    isSearchable: numberAt(4) === 1,
    kind: wordAt(7) as EntryKind,
    role: wordAt(8) as EntryRole | null,
    model: wordAt(9),
    text: texts[index] ?? '',
    terms: terms?.[index],
    toolTerms: tool?.terms ?? undefined,
    repeats: repeats?.[index],
    masks: masks.get(index) ?? NO_MASKS,
    tools: tool,
    record: { hash: hashes[index] ?? '', lineNumber: numberAt(5) ?? 0, offset: numberAt(6) ?? 0 },
  };
}
