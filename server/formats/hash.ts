/** Fast 53-bit hashes for telling contents apart inside one file. Not for secrets, not for proofs. */

const WHITE_SPACE = /^\s$/u;
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
  for (const character of text.trim()) {
    if (isSpace(character)) {
      isGap = true;
      continue;
    }
    if (isGap) lanes.add(0x20);
    isGap = false;
    lanes.add(character.codePointAt(0) ?? 0);
  }
  return lanes.value();
}

function isSpace(character: string): boolean {
  const code = character.charCodeAt(0);
  return code <= LAST_ASCII ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : WHITE_SPACE.test(character);
}
