/** Every field of every record with a value of another kind, or under another name. */
import type { FaultFile, FaultRecord } from './fault-files.ts';

/** Where a value stands: the record, and the keys that lead to it. */
type Place = { readonly record: number; readonly keys: readonly string[] };
type Swap = { readonly name: string; readonly apply: (member: Member) => string };
/** A member of an object, or an element of a list (then without a key), as JSON. */
type Member = { readonly key: string | null; readonly value: string; readonly tag: string };

const MARK = '"\\u0000swap"';
const NESTED_DEPTH = 200_000;
const NESTED_LISTS = '['.repeat(NESTED_DEPTH) + ']'.repeat(NESTED_DEPTH);

/** Values by name; strings hold the tag, so that two files never hold the same record. */
const VALUES: Readonly<Record<string, (tag: string) => string>> = {
  null: () => 'null',
  number: () => '5',
  'negative infinity': () => '-1e999',
  'over 2^53': () => '12345678901234567890',
  'empty string': () => '""',
  string: (tag) => `"swapped ${tag}"`,
  'lone surrogates': (tag) => `"\\udc00${tag}\\ud800"`,
  NUL: (tag) => `"a\\u0000${tag}"`,
  time: () => '"2999-02-30T25:61:00Z"',
  list: () => '[]',
  'list of lists': () => '[[[]],[null,{"type":"text","text":5}]]',
  object: (tag) => `{"swapped":"${tag}"}`,
  prototype: (tag) => `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"tag":"${tag}"}},"toString":1}`,
  'nested lists': () => NESTED_LISTS,
};

const SWAPS: readonly Swap[] = [
  ...Object.entries(VALUES).map(([name, value]) => ({
    name,
    apply: ({ key, tag }: Member) => (key === null ? value(tag) : `${JSON.stringify(key)}:${value(tag)}`),
  })),
  { name: 'named __proto__', apply: ({ key, value }) => (key === null ? value : `"__proto__":${value}`) },
  {
    name: 'twice',
    apply: ({ key, value }) =>
      key === null ? `${value},${value}` : `${JSON.stringify(key)}:null,${JSON.stringify(key)}:${value}`,
  },
];

/** One for each place and each swap that changes it; each gives the lines of a file of the same shape, so changed. */
export function swapsOf(shape: FaultFile): readonly ((file: FaultFile) => readonly string[])[] {
  const places = shape.records.flatMap((record, at) => keysOf(record).map((keys) => ({ record: at, keys })));
  const whole = linesOf(shape);
  return places.flatMap((place) =>
    SWAPS.filter((swap) => swapAt(shape, place, swap)[place.record] !== whole[place.record]).map(
      (swap) => (file: FaultFile) => swapAt(file, place, swap),
    ),
  );
}

export function linesOf({ records }: FaultFile): readonly string[] {
  return records.map((record) => JSON.stringify(record));
}

/** The ways to all values in a record, at any depth. */
function keysOf(record: FaultRecord): readonly (readonly string[])[] {
  const found: string[][] = [];
  const open: { readonly value: unknown; readonly keys: readonly string[] }[] = [{ value: record, keys: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    for (const [key, value] of Object.entries(next.value)) {
      const keys = [...next.keys, key];
      found.push(keys);
      open.push({ value, keys });
    }
  }
  return found;
}

function swapAt(file: FaultFile, { record, keys }: Place, swap: Swap): readonly string[] {
  const copy: unknown = structuredClone(file.records[record]);
  const last = keys.at(-1) ?? '';
  let holder = copy as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  const key = Array.isArray(holder) ? null : last;
  const member = { key, value: JSON.stringify(holder[last]), tag: file.tag };
  holder[last] = JSON.parse(MARK) as string;
  const marked = key === null ? MARK : `${JSON.stringify(key)}:${MARK}`;
  const line = JSON.stringify(copy).replace(marked, () => swap.apply(member));
  return linesOf(file).with(record, line);
}
