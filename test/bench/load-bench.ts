import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../served/browser.ts';
import type { BenchOptions } from './bench-options.ts';
import { addPeople, signInAll } from './load-people.ts';
import { summarise, type Timing } from './measure.ts';
import { Random } from './random.ts';
import { type BenchReport, barAtMost, type Row, rounded } from './report.ts';
import { serveStore } from './serve-store.ts';
import { describeCorpus, type StoredCorpus, withStoredCorpus } from './stored-corpus.ts';
import { latinWords } from './vocabulary.ts';

const PEOPLE = 50;
const EVERY_MS = 2000;
const WARM_UP_MS = 10_000;
const PHASE_MS = 60_000;
const P95_MAX_MS = 300;
const NEIGHBOUR_TIMES_MAX = 2;
/** What a bad neighbour sends side by side. */
const BAD_PARALLEL = 4;

type Phase = { readonly name: string; readonly others: Timing; readonly answers: number; readonly errors: number };

/**
 * Fifty people who each search every two seconds over HTTP, on a real server, for a minute; then the same while one of
 * them sends the worst queries that are allowed, again and again. The load generator runs on the same machine.
 */
export async function benchLoad(options: BenchOptions): Promise<BenchReport> {
  return withStoredCorpus(options, async (stored) => {
    await addPeople(stored.place, PEOPLE);
    const served = await serveStore(stored.place);
    try {
      const browsers = await signInAll(served, PEOPLE);
      const queries = queriesOf(stored, options.seed);
      await runPhase('warm-up', { browsers, queries, lastsMs: WARM_UP_MS, neighbour: null });
      const alone = await runPhase('50 people', { browsers, queries, lastsMs: PHASE_MS, neighbour: null });
      const [neighbour = null, ...others] = browsers;
      const beside = await runPhase('49 people and a bad neighbour', {
        browsers: others,
        queries,
        lastsMs: PHASE_MS,
        neighbour,
      });
      return {
        name: 'load',
        corpus: { ...describeCorpus(stored), people: PEOPLE, everyMs: EVERY_MS, generator: 'on the same machine' },
        rows: [alone, beside].map(toRow),
        bars: [
          barAtMost('50 people: p95 ms', alone.others.p95Ms, P95_MAX_MS),
          barAtMost('50 people: errors', alone.errors, 0),
          barAtMost(
            'bad neighbour: times the p95 of the others',
            beside.others.p95Ms / alone.others.p95Ms,
            NEIGHBOUR_TIMES_MAX,
          ),
          barAtMost('bad neighbour: errors of the others', beside.errors, 0),
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

type PhaseAsk = {
  readonly browsers: readonly Browser[];
  readonly queries: readonly string[];
  readonly lastsMs: number;
  readonly neighbour: Browser | null;
};

async function runPhase(name: string, { browsers, queries, lastsMs, neighbour }: PhaseAsk): Promise<Phase> {
  const times: number[] = [];
  let errors = 0;
  const endMs = performance.now() + lastsMs;
  const people = browsers.map(async (browser, index) => {
    await sleep((EVERY_MS * index) / browsers.length);
    for (let turn = 0; performance.now() < endMs; turn += 1) {
      const startedMs = performance.now();
      const query = queries[(turn * browsers.length + index) % queries.length] ?? '';
      const { status } = await browser.call('sessions.search', { query });
      const tookMs = performance.now() - startedMs;
      times.push(tookMs);
      if (status !== 200) errors += 1;
      await sleep(Math.max(0, EVERY_MS - tookMs));
    }
  });
  const worst = worstQueries(queries);
  const flood = Array.from({ length: neighbour === null ? 0 : BAD_PARALLEL }, async (_, lane) => {
    for (let turn = lane; performance.now() < endMs; turn += 1) {
      const { status } = (await neighbour?.call('sessions.search', { query: worst[turn % worst.length] })) ?? {};
      if (status !== 200) await sleep(20);
    }
  });
  await Promise.all([...people, ...flood]);
  return { name, others: summarise(times), answers: times.length, errors };
}

function toRow({ name, others, answers, errors }: Phase): Row {
  return { phase: name, answers, errors, medianMs: rounded(others.medianMs), p95Ms: rounded(others.p95Ms) };
}
