import {
  codeOf,
  foldedUnit,
  KIND_BITS,
  kindOfUnit,
  MAY_JOIN,
  RUN,
  SEPARATOR,
  SIGN,
  UNSEEN,
  WORD,
} from './character-table.ts';
import { clusterEnd, normalForm, steadyEnd } from './clusters.ts';
import { LiteralFinder, type OnLiteral } from './literal-finder.ts';
import { Stretch } from './stretch.ts';
import { MAX_TERM_UNITS } from './terms.ts';
import { withUnitsOf } from './units-of.ts';

/** What the scan meets, in the order of the text. */
export type ScanSink = {
  /** A word of ASCII letters and digits, of one term, by its offsets: most words of most texts. `units` are the text's. */
  readonly onPlainWord: (start: number, end: number, units: Uint16Array) => void;
  /** Any other word, or a run. The stretch is filled anew after the call. */
  readonly onStretch: (stretch: Stretch) => void;
  readonly onLiteral: OnLiteral;
};

const FULL_STOP = 0x2e;

const idleStretches: Stretch[] = [];

/** Reads a text into stretches and literals. Linear in its length, whatever stands in it; never throws. */
export function scan(text: string, sink: ScanSink): void {
  const stretch = idleStretches.pop() ?? new Stretch();
  const scanner = new Scanner(sink, stretch);
  withUnitsOf(text, (units) => scanUnits(text, units, { scanner, sink }));
  scanner.finish();
  stretch.open(false);
  idleStretches.push(stretch);
}

function scanUnits(text: string, units: Uint16Array, { scanner, sink }: { scanner: Scanner; sink: ScanSink }): void {
  const { length } = units;
  let kind = kindAt(units, 0);
  for (let at = 0; at < length; ) {
    const plainEnd = kind === WORD && scanner.isBetweenWords ? plainWordEnd(units, at) : at;
    if (plainEnd > at) {
      sink.onPlainWord(at, plainEnd, units);
      at = plainEnd;
      kind = kindAt(units, at);
      continue;
    }
    const next = kindAt(units, at + 1);
    // At most one unit in normal form, and nothing joins it: its neighbours do not matter.
    if (next < MAY_JOIN && (kind & KIND_BITS) < UNSEEN) {
      if (kind !== SEPARATOR || !scanner.isBetweenWords) scanner.putUnit(kind & KIND_BITS, units[at] ?? 0, at);
      at += 1;
      kind = next;
      continue;
    }
    const steady = steadyEnd(units, at);
    const end = steady > at ? steady : clusterEnd(text, at);
    if (steady > at) scanner.putSteady(units, at, end);
    else scanner.putCluster(text.slice(at, end), at, end);
    at = end;
    kind = kindAt(units, at);
  }
}

function kindAt(units: Uint16Array, at: number): number {
  return at < units.length ? kindOfUnit(units[at] ?? 0) : SEPARATOR;
}

/** Where an ASCII word ends that no sign belongs to and nothing joins; else `start`. */
function plainWordEnd(units: Uint16Array, start: number): number {
  let end = start;
  while (end < units.length && isAsciiOf(WORD, units[end] ?? 0)) end += 1;
  const behind = end < units.length && units[end] === FULL_STOP ? end + 1 : end;
  const isFree = behind === units.length || isAsciiOf(SEPARATOR, units[behind] ?? 0);
  return isFree && end - start <= MAX_TERM_UNITS ? end : start;
}

function isAsciiOf(kind: number, unit: number): boolean {
  return unit < 0x80 && kindOfUnit(unit) === kind;
}

class Scanner {
  private readonly sink: ScanSink;
  private readonly literals: LiteralFinder;
  private readonly stretch: Stretch;
  /** The kind of the last character that is seen. */
  private previous = SEPARATOR;
  /** Where what is being put stands in the text. */
  private start = 0;
  private end = 0;

  constructor(sink: ScanSink, stretch: Stretch) {
    this.sink = sink;
    this.stretch = stretch;
    this.literals = new LiteralFinder(sink.onLiteral);
  }

  get isBetweenWords(): boolean {
    return this.previous === SEPARATOR;
  }

  putUnit(kind: number, unit: number, at: number): void {
    this.start = at;
    this.end = at + 1;
    const folded = foldedUnit(unit);
    this.put(kind, folded);
    if (folded !== unit) this.stretch.isVerbatim = false;
  }

  putSteady(units: Uint16Array, start: number, end: number): void {
    this.start = start;
    this.end = end;
    for (let at = start; at < end; at += 1) this.put(RUN, units[at] ?? 0);
    // Its units do not stand where their cluster does.
    this.stretch.isVerbatim = false;
  }

  putCluster(cluster: string, start: number, end: number): void {
    this.start = start;
    this.end = end;
    for (const { text, kind } of normalForm(cluster)) {
      this.put(codeOf(kind), text.charCodeAt(0));
      if (text.length > 1) this.put(codeOf(kind), text.charCodeAt(1));
      this.stretch.isVerbatim = false;
    }
  }

  finish(): void {
    this.put(SEPARATOR, 0);
  }

  private put(kind: number, unit: number): void {
    if (kind !== this.previous || kind === SIGN) this.change(kind, unit);
    if (kind >= WORD) this.stretch.push(unit, this.start, this.end);
    this.previous = kind;
  }

  private change(kind: number, unit: number): void {
    const { literals, previous, stretch } = this;
    if (previous >= WORD) this.sink.onStretch(stretch);
    if (previous === WORD) literals.wordEnds(stretch, kind === SIGN && unit !== FULL_STOP);
    if (kind === WORD) literals.wordStarts(unit, previous);
    else if (kind === SIGN) this.putSign(unit);
    else literals.settle('other');
    if (kind >= WORD) stretch.open(kind === RUN);
  }

  private putSign(unit: number): void {
    const { start, end, previous } = this;
    this.literals.sign({ sign: String.fromCharCode(unit), start, end, after: previous });
  }
}
