import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../served/browser.ts';
import type { BenchOptions } from './bench-options.ts';
import { addPeople, signInAll } from './load-people.ts';
import { summarise } from './measure.ts';
import { Random } from './random.ts';
import { type BenchReport, barAtMost, type Row, rounded } from './report.ts';
import { serveStore } from './serve-store.ts';
import { describeCorpus, type StoredCorpus, withStoredCorpus } from './stored-corpus.ts';
import { latinWords } from './vocabulary.ts';

const PEOPLE = 50;
const EVERY_MS = 2000;
const WARM_UP_MS = 10_000;
/** Each phase comes in parts, in turn with the other, so that what else the machine does meets both. */
const PART_MS = 20_000;
const PARTS = 3;
const P95_MAX_MS = 300;
const NEIGHBOUR_TIMES_MAX = 2;
/** What a bad neighbour sends side by side. */
const BAD_PARALLEL = 4;
const AFTER_REFUSAL_MS = 20;

/** What some people's searches came to: how long each took, in milliseconds, and how many were refused. */
type Answers = { readonly times: number[]; errors: number };
type Phase = { readonly name: string; readonly people: Answers; readonly neighbour: Answers };

/**
 * Fifty people who each search every two seconds over HTTP, on a real server, for a minute; in turn with it, the same
 * while one of them sends the worst queries that are allowed, again and again. The load generator runs on the same machine.
 */
export async function benchLoad(options: BenchOptions): Promise<BenchReport> {
  return withStoredCorpus(options, async (stored) => {
    await addPeople(stored.place, PEOPLE);
    const served = await serveStore(stored.place);
    try {
      const browsers = await signInAll(served, PEOPLE);
      const queries = queriesOf(stored, options.seed);
      const [neighbour = null, ...others] = browsers;
      const alone = newPhase('50 people');
      const beside = newPhase('49 people and a bad neighbour');
      await runPart(newPhase('warm-up'), { browsers, queries, lastsMs: WARM_UP_MS, neighbour: null });
      for (let part = 0; part < PARTS; part += 1) {
        await runPart(alone, { browsers, queries, lastsMs: PART_MS, neighbour: null });
        await runPart(beside, { browsers: others, queries, lastsMs: PART_MS, neighbour });
      }
      const p95Ms = ({ people }: Phase): number => summarise(people.times).p95Ms;
      return {
        name: 'load',
        corpus: { ...describeCorpus(stored), people: PEOPLE, everyMs: EVERY_MS, generator: 'on the same machine' },
        rows: [alone, beside].flatMap(toRows),
        bars: [
          barAtMost('50 people: p95 ms', p95Ms(alone), P95_MAX_MS),
          barAtMost('50 people: errors', alone.people.errors, 0),
          barAtMost('bad neighbour: times the p95 of the others', p95Ms(beside) / p95Ms(alone), NEIGHBOUR_TIMES_MAX),
          barAtMost('bad neighbour: errors of the others', beside.people.errors, 0),
        ],
      };
    } finally {
      await served.stop();
    }
  });
}

/** What people search for: one or two words of the corpus, frequent ones more often, in all scripts. */
function queriesOf({ corpus }: StoredCorpus, seed: number): readonly string[] {
  const random = new Random(seed);
  const words = latinWords(new Random(seed), 2000);
  const word = (): string => words[Math.floor(random.next() ** 2 * words.length)] ?? '';
  const { common, rare, han, thai, prefix } = corpus.planted;
  return Array.from({ length: 400 }, (_, index) => {
    const fixed = [common, rare, han, thai, `${prefix}*`][index % 10];
    return fixed ?? (random.chance(0.5) ? word() : `${word()} ${word()}`);
  });
}

/** The most terms that a query may hold, in prefixes and long lists. */
function worstQueries({ length }: readonly string[]): readonly string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const any = letters.slice(0, 28).map((letter) => `${letter}${letters[length % 26] ?? 'e'}`);
  return [
    's* t* p* c*',
    `(${any.join(' OR ')})`,
    `-${any.slice(0, 8).join(' -')} s*`,
    `${'the '.repeat(4)}"a b" OR s* OR t*`,
    'branch:any s* sort',
  ];
}

type PartAsk = {
  readonly browsers: readonly Browser[];
  readonly queries: readonly string[];
  readonly lastsMs: number;
  readonly neighbour: Browser | null;
};

function newPhase(name: string): Phase {
  return { name, people: { times: [], errors: 0 }, neighbour: { times: [], errors: 0 } };
}

/** Adds to the phase what its people, and the neighbour, were answered in this time. */
async function runPart(phase: Phase, { browsers, queries, lastsMs, neighbour }: PartAsk): Promise<void> {
  const endMs = performance.now() + lastsMs;
  const people = browsers.map(async (browser, index) => {
    await sleep((EVERY_MS * index) / browsers.length);
    for (let turn = 0; performance.now() < endMs; turn += 1) {
      const query = queries[(turn * browsers.length + index) % queries.length] ?? '';
      const { tookMs } = await search(browser, query, phase.people);
      await sleep(Math.max(0, EVERY_MS - tookMs));
    }
  });
  const worst = worstQueries(queries);
  const flood = Array.from({ length: BAD_PARALLEL }, async (_, lane) => {
    for (let turn = lane; neighbour !== null && performance.now() < endMs; turn += 1) {
      const { isRefused } = await search(neighbour, worst[turn % worst.length] ?? '', phase.neighbour);
      if (isRefused) await sleep(AFTER_REFUSAL_MS);
    }
  });
  await Promise.all([...people, ...flood]);
}

type Searched = { readonly tookMs: number; readonly isRefused: boolean };

/** Searches, and notes what it came to. */
async function search(browser: Browser, query: string, answers: Answers): Promise<Searched> {
  const startedMs = performance.now();
  const { status } = await browser.call('sessions.search', { query });
  const tookMs = performance.now() - startedMs;
  const isRefused = status !== 200;
  answers.times.push(tookMs);
  if (isRefused) answers.errors += 1;
  return { tookMs, isRefused };
}

function toRows({ name, people, neighbour }: Phase): readonly Row[] {
  const row = (who: string, { times, errors }: Answers): Row => {
    const { medianMs, p95Ms } = summarise(times);
    return { phase: name, who, answers: times.length, errors, medianMs: rounded(medianMs), p95Ms: rounded(p95Ms) };
  };
  return neighbour.times.length === 0 ? [row('all', people)] : [row('the others', people), row('neighbour', neighbour)];
}
