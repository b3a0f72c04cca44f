const CHUNK_UNITS = 4096;
/** Below this, adding letter by letter is faster. */
const SHORT_UNITS = 12;

/** UTF-16 units from one index up to another, as a string. */
export function spellUnits(units: Uint16Array, from: number, to: number): string {
  let text = '';
  if (to - from <= SHORT_UNITS) {
    for (let at = from; at < to; at += 1) text += String.fromCharCode(units[at] ?? 0);
    return text;
  }
  for (let at = from; at < to; at += CHUNK_UNITS) {
    text += Reflect.apply(String.fromCharCode, String, units.subarray(at, Math.min(to, at + CHUNK_UNITS)));
  }
  return text;
}
