import path from 'node:path';
import Database from 'better-sqlite3';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { databaseFile, readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { type ReadScope, readScope } from '../../server/visibility/scope.ts';
import type { BenchOptions } from './bench-options.ts';
import { timeGrep } from './grep.ts';
import { timeRuns } from './measure.ts';
import { Random } from './random.ts';
import type { BenchReport, Row } from './report.ts';
import { growthBars, type Measured, sizeBars, toRow } from './search-bars.ts';
import { BY_SCORE, type Query, type SearchBench, timeBare, timeSearch } from './search-timing.ts';
import { describeCorpus, type StoredCorpus, withStoredCorpus } from './stored-corpus.ts';
import { latinWords } from './vocabulary.ts';

const BYTES_PER_MIB = 1_048_576;

/**
 * Our search beside the bare statement on the same index, in turn within one run: by time beside `ORDER BY rowid`, by
 * score beside `rank`; a member who sees 1% beside the owner who sees all; and grep over the same data. Of several sizes
 * each has a store of its own, and what a query costs is compared from one to the next.
 */
export async function benchSearch(options: BenchOptions): Promise<BenchReport> {
  const measured: Measured[] = [];
  const corpora: Row[] = [];
  for (const messages of options.sizes) {
    const folder = options.folder === null ? null : path.join(options.folder, String(messages));
    await withStoredCorpus({ ...options, messages, folder }, async (stored) => {
      corpora.push(describeCorpus(stored));
      measured.push(await measureSize(stored, options));
    });
  }
  return {
    name: 'search',
    corpus: corpora.at(-1) ?? {},
    rows: measured.flatMap(({ messages, times }) => times.map((time) => toRow(messages, time))),
    bars: [...measured.flatMap(sizeBars), ...growthBars(measured)],
  };
}

async function measureSize(stored: StoredCorpus, options: BenchOptions): Promise<Measured> {
  const { dataDir } = stored.place;
  const file = databaseFile(dataDir);
  const engine = openLocalEngine({
    file,
    definition: { folder: path.join(options.bundlesDir, 'drizzle', 'sqlite') },
    isReadOnly: true,
    readParts: recordParts,
    readToolText: recordToolText,
    secret: readStoreSecret(dataDir),
    now: Date.now,
  });
  const bare = new Database(file, { readonly: true });
  const scopeOf = async (email: string): Promise<ReadScope> => {
    const person = await engine.findPerson(email);
    if (person === null) throw new Error(`The store knows nobody called ${email}`);
    return readScope(engine, { type: 'person', person });
  };
  try {
    const { corpus } = stored;
    const owner = await scopeOf(corpus.owners[0]?.email ?? '');
    const member = await scopeOf(corpus.owners.at(-1)?.email ?? '');
    return await measureAll({ bare, owner, member, stored, runs: options.runs });
  } finally {
    bare.close();
    await engine.close();
  }
}

async function measureAll(bench: SearchBench): Promise<Measured> {
  const { planted, messages } = bench.stored.corpus;
  const times: Measured['times'][number][] = [];
  for (const query of queries(planted, bench.stored.corpus.seed)) {
    // Some of the words are enough where the best come first alone.
    for (const order of query.isLoose === true ? (['best'] as const) : (['newest', 'best'] as const)) {
      const pair = await timeBare(bench, { query, order });
      times.push({ ...pair, rssMib: process.memoryUsage().rss / BYTES_PER_MIB });
    }
  }
  const history = await timeHistory(bench);
  times.push({ ...history, rssMib: process.memoryUsage().rss / BYTES_PER_MIB });
  const found = times.find(({ query, order }) => query === 'selective word' && order === BY_SCORE);
  const folder = path.join(bench.stored.place.dataDir, '..', 'files');
  return {
    messages,
    times,
    grep: { ...timeGrep(folder, planted.selective), oursMs: found?.ours.medianMs ?? Number.NaN },
    member: {
      selective: await timeSearch(bench, { owners: planted.selective, members: planted.othersSelective }),
      common: await timeSearch(bench, { owners: planted.common, members: planted.common }),
    },
  };
}

function queries(planted: StoredCorpus['corpus']['planted'], seed: number): readonly Query[] {
  const [frequent = '', second = ''] = latinWords(new Random(seed), 2);
  return [
    { name: 'selective word', text: planted.selective },
    { name: 'rare word', text: planted.rare },
    { name: 'common word', text: planted.common },
    // Of the vocabulary itself: in most messages, and in many of them several times.
    { name: 'most frequent word', text: frequent },
    { name: 'frequent word beside one that is nowhere', text: `${second} nowherefound`, isLoose: true },
    { name: 'two Chinese characters', text: planted.han },
    { name: 'Thai word', text: planted.thai },
    { name: 'prefix', text: `${planted.prefix}*` },
    { name: 'one letter, while typing', text: planted.prefix.charAt(0), isTyped: true },
    { name: 'one letter as a prefix', text: `${planted.prefix.charAt(0)}*` },
    { name: 'two words', text: `${planted.common} ${planted.selective}` },
  ];
}

async function timeHistory({ stored, owner, runs }: SearchBench): Promise<Omit<Measured['times'][number], 'rssMib'>> {
  const { sessionKey, messageId, messages } = stored.corpus.longest;
  const ours = await timeRuns(runs, async () => {
    const page = await getHistory(owner, { session: sessionKey, around: messageId });
    if (page.anchor !== messageId) throw new Error('The anchor is not on its page.');
  });
  return { query: `history around a message, of ${messages}`, order: 'branch', matches: null, ours, bare: null };
}
