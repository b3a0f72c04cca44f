import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { databaseFile, readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { isStopWord } from '../../server/query/stop-words.ts';
import { searchMessages } from '../../server/search/search-messages.ts';
import { indexTerms } from '../../server/text/index-terms.ts';
import { RANK_WEIGHTS, type RankWeights } from '../../server/text/rank-weights.ts';
import { type ReadScope, readScope } from '../../server/visibility/scope.ts';
import { type CliPlace, runCli } from '../support/cli-process.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Bar, type BenchReport, type Row, rounded } from './report.ts';

const questionSchema = z.object({ agent: z.string(), question: z.string(), evidence: z.array(z.string()) });
type Question = Readonly<z.infer<typeof questionSchema>>;

const OWNER = 'owner@example.org';
const BARS = { message5: 0.68, message10: 0.77, session5: 0.92 } as const;
/** One weight at a time, taken away: what it is worth. */
const WITHOUT: readonly (readonly [string, Partial<RankWeights>])[] = [
  ['without length penalty', { lengthPenalty: 0 }],
  ['without recency', { recency: 0 }],
  ['without pairs', { pair: 0 }],
  ['without context', { contextBefore: 0, contextBehind: 0, contextSecond: 0 }],
  ['without second neighbours', { contextSecond: 0 }],
  ['without the second in a session', { secondInSession: 0 }],
];

/**
 * How often a question finds a message that answers it: `folder` holds `agents/<agent>/sessions/*.jsonl` and
 * `questions.json` with `{agent, question, evidence: message ids}`. Each question is asked within its agent.
 */
export async function benchQuality(options: BenchOptions): Promise<BenchReport> {
  const folder = options.target;
  if (folder === null) throw new Error('Name the folder that holds agents/ and questions.json');
  const questions = z
    .array(questionSchema)
    .parse(JSON.parse(readFileSync(path.join(folder, 'questions.json'), 'utf8')));
  const dataDir = mkdtempSync(path.join(tmpdir(), 'scrollback-quality-'));
  try {
    const place = { dataDir, bundlesDir: options.bundlesDir };
    await importAgents(place, folder);
    const rows: Row[] = [bareRow(place, questions)];
    const ours = await measure(place, questions, RANK_WEIGHTS);
    rows.push(toRow('ours', ours));
    for (const [name, change] of WITHOUT)
      rows.push(toRow(name, await measure(place, questions, { ...RANK_WEIGHTS, ...change })));
    const corpus = { folder: path.basename(folder), agents: new Set(questions.map((each) => each.agent)).size };
    return { name: 'quality', corpus: { ...corpus, questions: questions.length }, rows, bars: bars(ours) };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function importAgents(place: CliPlace, folder: string): Promise<void> {
  const agents = path.join(folder, 'agents');
  if (readdirSync(agents).length === 0) throw new Error(`${agents} is empty`);
  const run = await runCli(place, ['import', agents, '--owner', OWNER]);
  if (run.status !== 0) throw new Error(`The import failed: ${run.stderr}`);
}

type Outcome = { readonly message5: boolean; readonly message10: boolean; readonly session5: boolean };

async function measure(
  { dataDir, bundlesDir }: CliPlace,
  questions: readonly Question[],
  weights: RankWeights,
): Promise<readonly Outcome[]> {
  const engine = openLocalEngine({
    file: databaseFile(dataDir),
    definition: { folder: path.join(bundlesDir, 'drizzle', 'sqlite') },
    isReadOnly: true,
    secret: readStoreSecret(dataDir),
    readParts: () => [],
    readToolText: () => ({ text: '', masks: [] }),
    now: Date.now,
    weights,
  });
  try {
    const person = await engine.findPerson(OWNER);
    if (person === null) throw new Error('The owner is missing.');
    const scope = readScope(engine, { type: 'person', person });
    const outcomes: Outcome[] = [];
    for (const question of questions) outcomes.push(await ask(scope, question));
    return outcomes;
  } finally {
    await engine.close();
  }
}

async function ask(scope: ReadScope, { agent, question, evidence }: Question): Promise<Outcome> {
  const query = `${question} agent:${agent}`;
  const at = { nowMs: Date.now(), signal: null };
  const messages = await searchMessages(scope, { query, group: 'message', limit: 10 }, at);
  const sessions = await searchMessages(scope, { query, group: 'session', limit: 5 }, at);
  const isEvidence = new Set(evidence);
  const answers = messages.results.map((hit) => isEvidence.has(hit.messageId));
  // Message ids name the talk they stand in: `26-D1:3` is the third message of the first talk of 26.
  const talks = new Set(evidence.map((id) => sessionOf(id)));
  return {
    message5: answers.slice(0, 5).some(Boolean),
    message10: answers.some(Boolean),
    session5: sessions.results.some((hit) => talks.has(sessionOf(hit.messageId))),
  };
}

function sessionOf(messageId: string): string {
  return messageId.split(':')[0] ?? messageId;
}

/** The words OR-ed, ordered by the index's own rank, without any scope: what there is without all of this. */
function bareRow({ dataDir }: CliPlace, questions: readonly Question[]): Row {
  const client = new Database(databaseFile(dataDir), { readonly: true });
  try {
    const search = client.prepare<[string, string], { id: string }>(
      `SELECT e.native_id AS id FROM entry_index JOIN entry e ON e.id = entry_index.rowid
         JOIN session s ON s.id = e.session_id JOIN agent a ON a.id = s.agent_ref
       WHERE entry_index MATCH ? AND a.agent_id = ? ORDER BY rank LIMIT 200`,
    );
    const outcomes = questions.map(({ agent, question, evidence }): Outcome => {
      const words = indexTerms(question).split(' ');
      const telling = words.filter((word) => !isStopWord(word));
      const match = `terms : (${(telling.length > 0 ? telling : words).map((word) => `"${word}"`).join(' OR ')})`;
      const found = search.all(match, agent).map((row) => row.id);
      const isEvidence = new Set(evidence);
      const talks = new Set(evidence.map(sessionOf));
      return {
        message5: found.slice(0, 5).some((id) => isEvidence.has(id)),
        message10: found.slice(0, 10).some((id) => isEvidence.has(id)),
        session5: [...new Set(found.map(sessionOf))].slice(0, 5).some((talk) => talks.has(talk)),
      };
    });
    return toRow('bare FTS5, OR of the words', outcomes);
  } finally {
    client.close();
  }
}

/** Both halves stand beside the whole: a weight that helps one half alone was fitted to it. */
function toRow(name: string, outcomes: readonly Outcome[]): Row {
  const halves = [outcomes, outcomes.filter((_, at) => at % 2 === 0), outcomes.filter((_, at) => at % 2 === 1)];
  const percent = (of: readonly Outcome[], key: keyof Outcome): number => rounded(100 * share(of, key));
  const cells = (['message5', 'message10', 'session5'] as const).flatMap((key) =>
    halves.map((half, at) => [`${key}${['', 'Even', 'Odd'][at] ?? ''}`, percent(half, key)] as const),
  );
  return { search: name, ...Object.fromEntries(cells) };
}

function share(outcomes: readonly Outcome[], key: keyof Outcome): number {
  return outcomes.filter((outcome) => outcome[key]).length / Math.max(1, outcomes.length);
}

function bars(outcomes: readonly Outcome[]): readonly Bar[] {
  return (['message5', 'message10', 'session5'] as const).map((key) => {
    const value = share(outcomes, key);
    return { name: `${key}, at least`, value: rounded(value), limit: BARS[key], ok: value >= BARS[key] };
  });
}
