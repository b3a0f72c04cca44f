/** Of each UTF-16 unit whether, and as what, it is looked for: 0 is not. */
export type MarkedCodes = Uint8Array;

const UNITS = 65_536;

/** Marks the characters of each text with its number, from 1 on. */
export function markCodes(kinds: readonly string[]): MarkedCodes {
  const marked = new Uint8Array(UNITS);
  for (const [index, characters] of kinds.entries())
    for (let at = 0; at < characters.length; at += 1) marked[characters.charCodeAt(at)] = index + 1;
  return marked;
}

/** The first marked place from `from` on; -1 when there is none. Small, so that it runs fast over all characters. */
export function nextMarked(codes: Uint16Array, marked: MarkedCodes, from: number): number {
  for (let at = from; at < codes.length; at += 1) if (marked[codes[at] ?? 0] !== 0) return at;
  return -1;
}
