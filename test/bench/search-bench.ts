import path from 'node:path';
import Database from 'better-sqlite3';
import type { Person } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { databaseFile, readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { getHistory } from '../../server/history/get-history.ts';
import { recordParts } from '../../server/ingest/record-parts.ts';
import { readQuery } from '../../server/query/plan.ts';
import { searchMessages } from '../../server/search/search-messages.ts';
import { type ReadScope, readScope } from '../../server/visibility/scope.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Timing, timeRuns } from './measure.ts';
import { type Bar, type BenchReport, barAtMost, type Row, rounded } from './report.ts';
import { describeCorpus, type StoredCorpus, withStoredCorpus } from './stored-corpus.ts';

const COMMON_P95_MS = 60;
const LIMIT = 20;

/** Our search beside the bare statement on the same index: by time beside `ORDER BY rowid`, by score beside `rank`. */
export async function benchSearch(options: BenchOptions): Promise<BenchReport> {
  return withStoredCorpus(options, async (stored) => {
    const file = databaseFile(stored.place.dataDir);
    const engine = openLocalEngine({
      file,
      definition: { folder: path.join(options.bundlesDir, 'drizzle', 'sqlite') },
      isReadOnly: true,
      readParts: recordParts,
      secret: readStoreSecret(stored.place.dataDir),
      now: Date.now,
    });
    const bare = new Database(file, { readonly: true });
    try {
      const rows = await measureAll({ engine, bare, stored, runs: options.runs });
      return { name: 'search', corpus: describeCorpus(stored), rows: rows.map(toRow), bars: bars(rows) };
    } finally {
      bare.close();
      await engine.close();
    }
  });
}

type Bench = {
  readonly engine: Engine;
  readonly bare: Database.Database;
  readonly stored: StoredCorpus;
  readonly runs: number;
};
type Measured = {
  readonly query: string;
  readonly order: string;
  readonly matches: number | null;
  readonly ours: Timing;
  readonly bare: Timing | null;
};

async function measureAll(bench: Bench): Promise<readonly Measured[]> {
  const { corpus } = bench.stored;
  const { planted } = corpus;
  const owner = await scopeOf(bench.engine, corpus.owners[0]?.email ?? '');
  const member = await scopeOf(bench.engine, corpus.owners.at(-1)?.email ?? '');
  const asked: readonly (readonly [string, ReadScope, string])[] = [
    ['rare word', owner, planted.rare],
    ['common word', owner, planted.common],
    ['two Chinese characters', owner, planted.han],
    ['Thai word', owner, planted.thai],
    ['prefix', owner, `${planted.prefix}*`],
    ['common word, member with 1%', member, planted.common],
  ];
  const rows: Measured[] = [];
  for (const [query, scope, text] of asked) {
    for (const order of ['newest', 'best'] as const)
      rows.push(await measureSearch(bench, scope, { query, text, order }));
  }
  rows.push(await measureHistory(bench, owner));
  return rows;
}

async function scopeOf(engine: Engine, email: string): Promise<ReadScope> {
  const person: Person | null = await engine.findPerson(email);
  if (person === null) throw new Error(`The store knows nobody called ${email}.`);
  return readScope(engine, { type: 'person', person });
}

async function measureSearch(
  bench: Bench,
  scope: ReadScope,
  ask: { query: string; text: string; order: 'newest' | 'best' },
): Promise<Measured> {
  const { query, text, order } = ask;
  const input = { query: text, sort: order, group: order === 'best' ? 'session' : 'message', limit: LIMIT } as const;
  const ours = await timeRuns(bench.runs, async () => {
    const { results } = await searchMessages(scope, input, { nowMs: Date.now(), signal: null });
    if (results.length === 0) throw new Error(`"${text}" finds nothing: the corpus is not what it must be.`);
  });
  const match = bareMatch(text);
  const by = order === 'newest' ? 'rowid DESC' : 'rank';
  const statement = bench.bare.prepare<[string], { id: number }>(
    `SELECT rowid AS id FROM entry_index WHERE entry_index MATCH ? ORDER BY ${by} LIMIT ${LIMIT}`,
  );
  const bare = await timeRuns(bench.runs, () => statement.all(match));
  const count = bench.bare
    .prepare<[string], { n: number }>('SELECT count(*) AS n FROM entry_index WHERE entry_index MATCH ?')
    .get(match);
  return { query, order, matches: count?.n ?? 0, ours, bare };
}

/** The same words without any scope. */
function bareMatch(text: string): string {
  const { plan } = readQuery(text, { nowMs: 0, timeZone: 'UTC', lastWordIsPrefix: false });
  if (plan.text?.type !== 'phrase') throw new TypeError(`"${text}" is more than one phrase.`);
  return `terms : "${plan.text.terms.join(' ')}"${plan.text.isPrefix ? '*' : ''}`;
}

async function measureHistory(bench: Bench, scope: ReadScope): Promise<Measured> {
  const { sessionKey, messageId, messages } = bench.stored.corpus.longest;
  const ours = await timeRuns(bench.runs, async () => {
    const page = await getHistory(scope, { session: sessionKey, around: messageId });
    if (page.anchor !== messageId) throw new Error('The anchor is not on its page.');
  });
  return { query: `history around a message, of ${messages}`, order: 'branch', matches: null, ours, bare: null };
}

function toRow({ query, order, matches, ours, bare }: Measured): Row {
  return {
    query,
    order,
    matches,
    medianMs: rounded(ours.medianMs),
    p95Ms: rounded(ours.p95Ms),
    bareMedianMs: bare === null ? null : rounded(bare.medianMs),
    bareP95Ms: bare === null ? null : rounded(bare.p95Ms),
    ratio: bare === null ? null : rounded(ours.medianMs / bare.medianMs),
  };
}

/** What holds already of "a word in half of all messages answers in 60 ms". */
function bars(rows: readonly Measured[]): readonly Bar[] {
  return rows
    .filter(({ query, order }) => query.startsWith('common word') && !(query === 'common word' && order === 'best'))
    .map(({ query, order, ours }) => barAtMost(`${query}, ${order}: p95 ms`, ours.p95Ms, COMMON_P95_MS));
}
