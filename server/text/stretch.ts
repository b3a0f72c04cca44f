import { spellUnits } from './spell-units.ts';

const FIRST_UNITS = 256;
const MAX_IDLE_UNITS = 65_536;

/**
 * A word, or a run of a script without spaces, in normalised units. For each unit: where the characters that it came
 * from start and end in the text. Its arrays are filled anew for the next stretch: copy what is to stay.
 */
export class Stretch {
  isRun = false;
  length = 0;
  /** Whether the units are the text's own, unit for unit. */
  isVerbatim = true;
  units = new Uint16Array(FIRST_UNITS);
  starts = new Uint32Array(FIRST_UNITS);
  ends = new Uint32Array(FIRST_UNITS);

  /** Begins another stretch, and lets go of buffers that grew large. */
  open(isRun: boolean): void {
    if (this.units.length > MAX_IDLE_UNITS) this.resize(FIRST_UNITS);
    this.isRun = isRun;
    this.length = 0;
    this.isVerbatim = true;
  }

  push(unit: number, start: number, end: number): void {
    const { length } = this;
    if (length === this.units.length) this.resize(length * 2);
    this.units[length] = unit;
    this.starts[length] = start;
    this.ends[length] = end;
    this.length = length + 1;
  }

  startOf(index: number): number {
    return this.starts[index] ?? 0;
  }

  endOf(index: number): number {
    return this.ends[index] ?? 0;
  }

  /** The units from one index up to another, as text. */
  spell(from: number, to: number): string {
    return spellUnits(this.units, from, to);
  }

  private resize(size: number): void {
    this.units = resized(new Uint16Array(size), this.units);
    this.starts = resized(new Uint32Array(size), this.starts);
    this.ends = resized(new Uint32Array(size), this.ends);
  }
}

function resized<T extends Uint16Array | Uint32Array>(to: T, from: T): T {
  to.set(from.subarray(0, to.length));
  return to;
}
