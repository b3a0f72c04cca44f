/** Fast 53-bit hashes for telling contents apart inside one file. Not for secrets, not for proofs. */

const WIDE_SPACES: ReadonlySet<number> = new Set(
  [
    ...'\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF',
  ].map((space) => space.charCodeAt(0)),
);
const LAST_ASCII = 0x7f;

class Lanes {
  private low = 0x2545f491;
  private high = 0x6c8e9cf5;

  add(unit: number): void {
    this.low = Math.imul(this.low ^ unit, 0x01000193);
    this.high = Math.imul((this.high << 7) | (this.high >>> 25), 0x9e3779b1) ^ unit;
  }

  /** A whole number from 0 to 2^53 - 1. */
  value(): number {
    const low = Math.imul(this.low ^ (this.low >>> 15), 0x2c1b3c6d) ^ this.high;
    const high = Math.imul(this.high ^ (this.high >>> 13), 0x297a2d39) ^ (this.low >>> 3);
    return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
  }
}

export function hashBytes(bytes: Uint8Array): number {
  const lanes = new Lanes();
  for (let index = 0; index < bytes.length; index += 1) lanes.add(bytes[index] ?? 0);
  return lanes.value();
}

/** Equal for texts that differ in white space only: deliveries re-wrap what they copy. */
export function hashText(text: string): number {
  const lanes = new Lanes();
  let isGap = false;
  let isStarted = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (isSpace(unit)) {
      isGap = isStarted;
      continue;
    }
    if (isGap) lanes.add(0x20);
    isGap = false;
    isStarted = true;
    lanes.add(unit);
  }
  return lanes.value();
}

/** What `\s` matches; a regular expression for each character cost more than the rest. */
function isSpace(unit: number): boolean {
  if (unit <= LAST_ASCII) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return unit === 0xa0 || (unit >= 0x1680 && WIDE_SPACES.has(unit));
}
