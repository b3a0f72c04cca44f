import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Person } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { migrate } from '../../server/engine/sqlite/migrate.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { searchMessages } from '../../server/search/search-messages.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';
import type { BenchOptions } from './bench-options.ts';
import { timePairs } from './measure.ts';
import { type BenchReport, barAtMost, type Row } from './report.ts';

const NOW_MS = Date.UTC(2026, 10, 1, 12);
const PER_SESSION = 1000;
const VISIBLE = 40;
/** The last two are of words that hidden messages alone hold, where a search for all words goes on to one for some. */
const QUERIES = [
  'needle',
  'needle haystack',
  'nothingatall',
  '-absent needle',
  'sand role:user',
  'buried',
  'burying sand',
];
/** What nobody may learn from the time: whether hidden messages match. */
const DIFFERENCE_MAX_MS = 2;

type Side = { readonly engine: Engine; readonly member: Person };

/**
 * The same member asks the same in two stores that differ in hidden matches only: none, and `--messages` of them. Asked
 * in turn within one run, so that both feel the same load.
 */
export async function benchHidden(options: BenchOptions): Promise<BenchReport> {
  const folder = makeTemporaryFolder('hidden');
  try {
    const empty = await openSide(path.join(folder, 'empty.db'), options);
    const full = await openSide(path.join(folder, 'full.db'), options);
    await hideMatches(full.engine, options.messages);
    const rows: Row[] = [];
    for (const query of QUERIES) rows.push(await measure(query, { empty, full, runs: options.runs }));
    for (const side of [empty, full]) await side.engine.close();
    const bars = rows.map((row) =>
      barAtMost(`difference in ms: ${row['query']}`, Math.abs(Number(row['difference ms'])), DIFFERENCE_MAX_MS),
    );
    return { name: 'hidden', corpus: { hidden: options.messages, visible: VISIBLE, runs: options.runs }, rows, bars };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openSide(file: string, { bundlesDir }: BenchOptions): Promise<Side> {
  const definition = { folder: path.join(bundlesDir, 'drizzle', 'sqlite') };
  migrate(file, definition);
  const engine = openLocalEngine({
    file,
    definition,
    isReadOnly: false,
    readParts: recordParts,
    readToolText: recordToolText,
    secret: new Uint8Array(32),
    now: () => NOW_MS,
  });
  const member = await addTestPerson(engine, 'member@example.org', 'member');
  await saveTestTranscript(writer(engine, member), { nativeId: 'own', entries: entries('own', VISIBLE) });
  return { engine, member };
}

async function hideMatches(engine: Engine, messages: number): Promise<void> {
  const stranger = writer(engine, await addTestPerson(engine, 'stranger@example.org', 'member'));
  for (let done = 0; done < messages; done += PER_SESSION) {
    const count = Math.min(PER_SESSION, messages - done);
    const buried = entries(`h${done}`, count).map((entry) => ({ ...entry, text: `${entry.text}, buried` }));
    await saveTestTranscript(stranger, { nativeId: `hidden-${done}`, entries: buried });
  }
}

function entries(prefix: string, count: number): { id: string; text: string; timeMs: number }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${prefix}-${index}`,
    text: `a needle in the haystack and some sand, number ${index} of ${prefix}`,
    timeMs: NOW_MS - (index + 1) * 60_000,
  }));
}

async function measure(query: string, ask: { empty: Side; full: Side; runs: number }): Promise<Row> {
  const search = ({ engine, member }: Side): Promise<unknown> =>
    searchMessages(reader(engine, member), { query, limit: 20 }, { nowMs: NOW_MS, signal: null });
  const [none, hidden] = await timePairs(
    ask.runs,
    () => search(ask.empty),
    () => search(ask.full),
  );
  return {
    query,
    'none hidden: median ms': none.medianMs,
    'none hidden: p95 ms': none.p95Ms,
    'all hidden: median ms': hidden.medianMs,
    'all hidden: p95 ms': hidden.p95Ms,
    'difference ms': hidden.medianMs - none.medianMs,
  };
}
