import type Database from 'better-sqlite3';
import { readQuery } from '../../server/query/plan.ts';
import { searchMessages } from '../../server/search/search-messages.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { type Timing, timePairs } from './measure.ts';
import type { StoredCorpus } from './stored-corpus.ts';

export const BY_SCORE = 'best';
export type Order = 'newest' | typeof BY_SCORE;

const LIMIT = 20;

export type SearchBench = {
  readonly owner: ReadScope;
  /** Sees 1% of the rows. */
  readonly member: ReadScope;
  readonly bare: Database.Database;
  readonly stored: StoredCorpus;
  readonly runs: number;
};

export type Query = {
  readonly name: string;
  readonly text: string;
  readonly isTyped?: boolean;
  /** No message holds all of its words. */
  readonly isLoose?: boolean;
};

export type SearchTime = {
  readonly query: string;
  readonly order: Order | 'branch';
  readonly matches: number | null;
  readonly ours: Timing;
  readonly bare: Timing | null;
};

/** Our search and the bare statement for the same words, in turn. */
export async function timeBare(
  { owner, bare, runs }: SearchBench,
  { query, order }: { readonly query: Query; readonly order: Order },
): Promise<SearchTime> {
  const match = bareMatch(query);
  const by = order === 'newest' ? 'rowid DESC' : 'rank';
  const statement = bare.prepare<[string], { id: number }>(
    `SELECT rowid AS id FROM entry_index WHERE entry_index MATCH ? ORDER BY ${by} LIMIT ${LIMIT}`,
  );
  const [ours, theirs] = await timePairs(
    runs,
    () => find(owner, query, order),
    () => statement.all(match),
  );
  const count = bare
    .prepare<[string], { n: number }>('SELECT count(*) AS n FROM entry_index WHERE entry_index MATCH ?')
    .get(match);
  return { query: query.name, order, matches: count?.n ?? 0, ours, bare: theirs };
}

/** The owner's search, and the member's for as many results, in turn. */
export async function timeSearch(
  { owner, member, runs }: SearchBench,
  words: { readonly owners: string; readonly members: string },
): Promise<{ readonly owner: Timing; readonly member: Timing }> {
  const [owners, members] = await timePairs(
    runs,
    () => find(owner, { name: words.owners, text: words.owners }, BY_SCORE),
    () => find(member, { name: words.members, text: words.members }, BY_SCORE),
  );
  return { owner: owners, member: members };
}

/** Each result counts: by time all messages, by score one a session. */
async function find(scope: ReadScope, { text, isTyped = false }: Query, order: Order): Promise<void> {
  const group = order === BY_SCORE ? 'session' : 'message';
  const input = { query: text, sort: order, group, limit: LIMIT, lastWordIsPrefix: isTyped } as const;
  const { results } = await searchMessages(scope, input, { nowMs: Date.now(), signal: null });
  if (results.length === 0) throw new Error(`"${text}" finds nothing: the corpus is not what it must be`);
}

/** The same words without any scope. */
function bareMatch({ text, isTyped = false, isLoose = false }: Query): string {
  const { plan } = readQuery(text, { nowMs: 0, timeZone: 'UTC', lastWordIsPrefix: isTyped });
  const nodes = plan.text?.type === 'and' ? plan.text.nodes : plan.text === null ? [] : [plan.text];
  const phrases = nodes.map((node) => {
    if (node.type !== 'phrase') throw new TypeError(`"${text}" is more than words.`);
    return `"${node.terms.join(' ')}"${node.isPrefix ? '*' : ''}`;
  });
  return `terms : (${phrases.join(isLoose ? ' OR ' : ' AND ')})`;
}
