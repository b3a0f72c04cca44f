import { spellUnits } from './spell-units.ts';

const SPACE = 0x20;
const LAST_ASCII = 0x7f;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const TO_LOWER = 0x20;
/** A larger buffer is not kept for the next text. */
const MAX_IDLE_UNITS = 262_144;

const decoder = new TextDecoder();

/** Terms joined by single spaces, collected as units: far cheaper than to join many small strings. */
export class TermWriter {
  private units = new Uint16Array(1024);
  private length = 0;
  private isAscii = true;

  /** A term of ASCII letters and digits, in either case, from its place in the text. */
  writePlain(source: Uint16Array, start: number, end: number): void {
    this.reserve(end - start + 1);
    const { units } = this;
    let at = this.length;
    for (let from = start; from < end; from += 1) {
      const unit = source[from] ?? 0;
      units[at] = unit >= UPPER_A && unit <= UPPER_Z ? unit | TO_LOWER : unit;
      at += 1;
    }
    units[at] = SPACE;
    this.length = at + 1;
  }

  write(source: Uint16Array, from: number, to: number): void {
    this.reserve(to - from + 1);
    const { units } = this;
    let at = this.length;
    for (let index = from; index < to; index += 1) {
      const unit = source[index] ?? 0;
      if (unit > LAST_ASCII) this.isAscii = false;
      units[at] = unit;
      at += 1;
    }
    units[at] = SPACE;
    this.length = at + 1;
  }

  /** What was written, without the last space; the writer is empty then. */
  take(): string {
    const end = Math.max(0, this.length - 1);
    const text = this.isAscii
      ? decoder.decode(new Uint8Array(this.units.subarray(0, end)))
      : spellUnits(this.units, 0, end);
    this.length = 0;
    this.isAscii = true;
    if (this.units.length > MAX_IDLE_UNITS) this.units = new Uint16Array(1024);
    return text;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.units.length) return;
    const larger = new Uint16Array(Math.max(this.length + more, this.units.length * 2));
    larger.set(this.units.subarray(0, this.length));
    this.units = larger;
  }
}
