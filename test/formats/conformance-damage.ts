/** Damage as disks, crashes and hostile writers do it. Seeded, so that a failure can be repeated. */

export type Random = (below: number) => number;

/** A small generator of its own (32-bit xorshift): the same seed gives the same damage on every machine. */
export function randomFrom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % Math.max(1, below);
  };
}

type Damage = (bytes: Uint8Array, random: Random) => Uint8Array;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const VALUES = [
  'null',
  '5',
  '-1e999',
  '""',
  '"\\ud800"',
  '[]',
  '{}',
  'true',
  '[[[]]]',
  '"x-1-0"',
  '{"__proto__":null}',
];

function flipBits(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice();
  for (let count = 1 + random(20); count > 0 && copy.length > 0; count -= 1) {
    const at = random(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
  }
  return copy;
}

function cutOut(bytes: Uint8Array, random: Random): Uint8Array {
  const from = random(bytes.length);
  const kept = bytes.slice();
  const length = Math.min(bytes.length - from, 1 + random(200));
  kept.copyWithin(from, from + length);
  return kept.subarray(0, bytes.length - length);
}

function zero(bytes: Uint8Array, random: Random): Uint8Array {
  const from = random(bytes.length);
  return bytes.slice().fill(0, from, from + 1 + random(300));
}

/** Gives a field a value of another type. */
function swapTypes(bytes: Uint8Array, random: Random): Uint8Array {
  const text = decoder.decode(bytes);
  const every = 1 + random(12);
  let count = 0;
  const swapped = text.replace(
    /("\w{1,24}":)("[^"\\]{0,60}"|null|true|false|\d{1,16})/g,
    (whole: string, name: string) => {
      count += 1;
      return count % every === 0 ? `${name}${VALUES[random(VALUES.length)]}` : whole;
    },
  );
  return encoder.encode(swapped);
}

/** Ids and parents change places between lines, so that trees get circles and orphans. */
function mixIds(bytes: Uint8Array, random: Random): Uint8Array {
  const text = decoder.decode(bytes);
  const ids = [...text.matchAll(/"(?:id|uuid|parentId|parentUuid)":"([^"\\]{1,60})"/g)].map((match) => match[1] ?? '');
  const mixed = text.replace(/("(?:id|uuid|parentId|parentUuid)":)"[^"\\]{1,60}"/g, (whole: string, name: string) =>
    random(3) === 0 ? `${name}"${ids[random(ids.length)]}"` : whole,
  );
  return encoder.encode(mixed);
}

function mixLines(bytes: Uint8Array, random: Random): Uint8Array {
  const lines = decoder.decode(bytes).split('\n');
  const count = lines.length;
  for (let left = 1 + random(6); left > 0; left -= 1) {
    lines.splice(random(count), 0, ...lines.slice(random(count)).slice(0, 1 + random(3)));
    if (random(2) === 0) lines.splice(random(lines.length), 1 + random(2));
  }
  return encoder.encode(lines.join('\n'));
}

const DAMAGES: readonly Damage[] = [flipBits, cutOut, zero, swapTypes, mixIds, mixLines];

/** One to three kinds of damage on top of each other. */
export function damage(bytes: Uint8Array, random: Random): Uint8Array {
  let damaged = bytes;
  for (let count = 1 + random(3); count > 0; count -= 1) {
    damaged = (DAMAGES[random(DAMAGES.length)] ?? flipBits)(damaged, random);
  }
  return damaged;
}
