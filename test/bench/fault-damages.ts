/** Damage as disks, crashes, editors and hostile writers do it, all of it repeatable. */
import { type FaultFile, faultFile } from './fault-files.ts';
import { linesOf, swapsOf } from './fault-swaps.ts';
import { Random } from './random.ts';

/** Gives a damaged file; `seed` is another one for each damage. */
type Apply = (file: FaultFile, seed: number) => Uint8Array;
export type Damage = { readonly kind: string; readonly apply: Apply };

const FLIPPED_FILES = 200;
const SHUFFLED_FILES = 40;
const ALIEN_FILES = 60;
const NUL_LENGTHS = [1, 64, 4096];
/** No UTF-8: a stray byte, an over-long slash, a surrogate, and one that is beyond the last code point. */
const ALIEN_BYTES = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]];

/** All damages that are done to files of this format, those of one kind together. */
export function damagesOf(format: FaultFile['format']): readonly Damage[] {
  const shape = faultFile(format, { number: 0, word: 'kestrel' });
  const bytes = wholeFile(shape);
  const lines = [...shape.records.keys()];
  return [
    ...ofKind('cut off', [...bytes.keys()].map(cutAt)),
    ...ofKind(
      'bits flipped',
      Array.from({ length: FLIPPED_FILES }, () => flipBits),
    ),
    ...ofKind(
      'value swapped',
      swapsOf(shape).map((swap) => (file) => joined(swap(file))),
    ),
    ...ofKind('line twice', lines.flatMap(twice)),
    ...ofKind('line missing', lines.map(without)),
    ...ofKind('lines shuffled', [reversed, ...Array.from({ length: SHUFFLED_FILES }, () => shuffled)]),
    ...ofKind('NUL padding', lines.flatMap(padded)),
    ...ofKind('encoding', ENCODINGS),
    ...ofKind(
      'no UTF-8',
      Array.from({ length: ALIEN_FILES }, () => insertAlien),
    ),
  ];
}

function ofKind(kind: string, applies: readonly Apply[]): readonly Damage[] {
  return applies.map((apply) => ({ kind, apply }));
}

export function wholeFile(file: FaultFile): Uint8Array {
  return joined(linesOf(file));
}

function joined(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

function cutAt(length: number): Apply {
  return (file) => wholeFile(file).subarray(0, length);
}

function flipBits(file: FaultFile, seed: number): Uint8Array {
  const random = new Random(seed);
  const bytes = wholeFile(file);
  for (let left = random.whole(1, 20); left > 0; left -= 1) {
    const at = random.whole(0, bytes.length - 1);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.whole(0, 7));
  }
  return bytes;
}

function twice(at: number): readonly Apply[] {
  const line = (lines: readonly string[]): string => lines[at] ?? '';
  return [
    (file) => joined(linesOf(file).toSpliced(at, 0, line(linesOf(file)))),
    (file) => joined([...linesOf(file), line(linesOf(file))]),
    (file) => joined([line(linesOf(file)), ...linesOf(file)]),
  ];
}

function without(at: number): Apply {
  return (file) => joined(linesOf(file).toSpliced(at, 1));
}

function reversed(file: FaultFile): Uint8Array {
  return joined(linesOf(file).toReversed());
}

function shuffled(file: FaultFile, seed: number): Uint8Array {
  return joined(new Random(seed).shuffled(linesOf(file)));
}

/** In front of a line, behind it, in its middle, and in its place. */
function padded(at: number): readonly Apply[] {
  return NUL_LENGTHS.flatMap((length) => {
    const nul = '\0'.repeat(length);
    const replace = (file: FaultFile, change: (line: string) => string): Uint8Array => {
      const lines = linesOf(file);
      return joined(lines.with(at, change(lines[at] ?? '')));
    };
    return [
      (file: FaultFile) => replace(file, (line) => nul + line),
      (file: FaultFile) => replace(file, (line) => line + nul),
      (file: FaultFile) => replace(file, (line) => line.slice(0, line.length / 2) + nul + line.slice(line.length / 2)),
      (file: FaultFile) => replace(file, () => nul),
    ];
  });
}

function recoded(change: (text: string) => string | Uint8Array): Apply {
  return (file) => Buffer.from(change(Buffer.from(wholeFile(file)).toString()));
}

const ENCODINGS: readonly Apply[] = [
  recoded((text) => `\uFEFF${text}`),
  recoded((text) => text.replaceAll('\n', '\n\uFEFF')),
  recoded((text) => Buffer.from(text, 'utf16le')),
  recoded((text) => Buffer.from(`\uFEFF${text}`, 'utf16le')),
  recoded((text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()),
  recoded((text) => Buffer.from(text, 'latin1')),
  recoded((text) => text.replaceAll('\n', '\r\n')),
  recoded((text) => text.replaceAll('\n', '\r')),
  recoded((text) => text.replaceAll('\n', '\u2028')),
  recoded((text) => text.replaceAll('\n', '\n\n \t\r\n')),
  recoded((text) => text.replaceAll('\n', '')),
  recoded((text) => text.trimEnd()),
  recoded((text) => `[${text.trimEnd().replaceAll('\n', ',')}]`),
  recoded((text) => text.replaceAll('{"', '{\n"')),
];

function insertAlien(file: FaultFile, seed: number): Uint8Array {
  const random = new Random(seed);
  const bytes = Buffer.from(wholeFile(file));
  const at = random.whole(0, bytes.length);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(ALIEN_BYTES)), bytes.subarray(at)]);
}
