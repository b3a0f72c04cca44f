import { MASK_CHARACTER } from '../../server/contract/redaction.ts';
import { redact } from '../../server/redaction/redact.ts';
import type { BenchOptions } from './bench-options.ts';
import { Random } from './random.ts';
import { type Labelled, labelledSet } from './redaction-set.ts';
import { type Bar, type BenchReport, barAtMost, type Row } from './report.ts';
import { Texts } from './texts.ts';

const SHARE_MIN = 0.9;
const HOSTILE_MAX_MS = 1000;
const MEGABYTE = 1_000_000;
const PIECE = 8;

type Count = { secrets: number; found: number; decoys: number; wrong: number };

/**
 * Secrets found and texts hidden wrongly, kind by kind, on texts that were written apart from the rules; then the speed
 * on prose, on code and on text that was made to be slow.
 */
export async function benchRedaction({ seed }: Pick<BenchOptions, 'seed'>): Promise<BenchReport> {
  const set = labelledSet(seed);
  const rows = [...new Set(set.map(({ kind }) => kind))].map((kind) => shareRow(kind, ofKind(set, kind)));
  const heldOut = set.filter(({ isHeldOut }) => isHeldOut);
  const totals = [
    shareRow(
      'seen',
      set.filter(({ isHeldOut }) => !isHeldOut),
    ),
    shareRow('held out', heldOut),
    shareRow('total', set),
  ];
  const hostile = slowestMs();
  const texts = new Texts(new Random(seed));
  const prose = speed(texts.prose(MEGABYTE / 6));
  const code = speed(texts.code(MEGABYTE / 40));
  return {
    name: 'redaction',
    corpus: {
      seed,
      secrets: set.filter(({ secret }) => secret !== '').length,
      decoys: set.filter(({ secret }) => secret === '').length,
      'prose MB/s': prose,
      'code MB/s': code,
      'hostile MB/s': 1000 / hostile,
    },
    rows: [...rows, ...totals],
    bars: [
      ...['held out', 'total'].flatMap((name) => barsOf(name, totals)),
      barAtMost('ms for a megabyte of hostile text', hostile, HOSTILE_MAX_MS),
    ],
  };
}

function ofKind(set: readonly Labelled[], kind: string): readonly Labelled[] {
  return set.filter((labelled) => labelled.kind === kind);
}

function shareRow(name: string, set: readonly Labelled[]): Row {
  const count = countOf(set);
  return {
    kind: name,
    secrets: count.secrets,
    recall: count.secrets === 0 ? null : count.found / count.secrets,
    decoys: count.decoys,
    'hidden wrongly': count.wrong,
    precision: count.found + count.wrong === 0 ? null : count.found / (count.found + count.wrong),
  };
}

export function countOf(set: readonly Labelled[]): Count {
  const count: Count = { secrets: 0, found: 0, decoys: 0, wrong: 0 };
  for (const { before, otherSecret, secret, after } of set) {
    const { text, masks } = redact(before + secret + after);
    if (secret === '') {
      count.decoys += 1;
      if (masks.length > 0) count.wrong += 1;
      continue;
    }
    count.secrets += 1;
    if (isHidden(text, secret)) count.found += 1;
    // What stood around the secret has to stay, word for word.
    const kept = otherSecret === '' ? before : before.replace(otherSecret, MASK_CHARACTER);
    if (!text.startsWith(kept) || !text.endsWith(after)) count.wrong += 1;
  }
  return count;
}

/** No piece of eight characters is left of it; a shorter secret is gone whole. */
function isHidden(text: string, secret: string): boolean {
  const size = Math.min(PIECE, secret.length);
  for (let at = 0; at + size <= secret.length; at += 1) if (text.includes(secret.slice(at, at + size))) return false;
  return true;
}

function barsOf(name: string, totals: readonly Row[]): Bar[] {
  const row = totals.find(({ kind }) => kind === name);
  return ['recall', 'precision'].map((column) => {
    const value = Number(row?.[column] ?? 0);
    return { name: `${column}, ${name}, at least`, value, limit: SHARE_MIN, ok: value >= SHARE_MIN };
  });
}

/** Megabytes a second, the best of a few runs. */
function speed(text: string): number {
  return text.length / MEGABYTE / (leastMs(text) / 1000);
}

/** Processor time: other processes lengthen it less than the time on the wall. */
function leastMs(text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage();
    redact(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** The longest that a megabyte of any of these takes. */
function slowestMs(): number {
  const units = [
    'password="',
    'password=password',
    'api_key: token=',
    'mysql -a b ',
    'curl a ',
    'Cookie: sid=a; ',
    'AKIA2QWERTZUIOPAS7DF ',
    'ghp_\u200B',
    'a1b2c3d4\n',
    'ghp_a1b2c3\n',
    '\\u0067\\u0068\\u0070_',
    '%67hp_a1b2',
    '&#103;hp_',
    `${Buffer.from('password="a1b2c3" ').toString('base64')}.`,
    'eyJhbGciOiJI.eyJ',
    '://a:b1@',
    'a*b*',
    '----BEGIN PRIVATE ',
    'server=;password=a1;',
  ];
  return Math.max(...units.map((unit) => leastMs(unit.repeat(Math.ceil(MEGABYTE / unit.length)))));
}
