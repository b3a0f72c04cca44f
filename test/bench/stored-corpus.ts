import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ImportReport } from '../../server/contract/import.ts';
import { databaseFile } from '../../server/engine/sqlite/store-files.ts';
import { type CliPlace, runCli, runMeasuredCli } from '../support/cli-process.ts';
import { type Corpus, type CorpusOptions, writeCorpus } from './corpus.ts';
import { type Row, rounded } from './report.ts';

const OWNER = 'owner@example.com';

export type ImportFigures = {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMib: number;
  readonly databaseBytes: number;
};
export type StoredCorpus = { readonly place: CliPlace; readonly corpus: Corpus; readonly imported: ImportFigures };

/**
 * A corpus with a store that the command line imported it into, one import an owner. A folder that is given keeps both
 * for the next time; without one they are gone when the work is done.
 */
export async function withStoredCorpus<Result>(
  options: CorpusOptions & { readonly folder: string | null; readonly bundlesDir: string },
  work: (stored: StoredCorpus) => Promise<Result>,
): Promise<Result> {
  const { folder, bundlesDir, messages, seed } = options;
  if (folder !== null) return work(await makeStore(path.resolve(folder), bundlesDir, { messages, seed }));
  const passing = mkdtempSync(path.join(tmpdir(), 'scrollback-bench-'));
  try {
    return await work(await makeStore(passing, bundlesDir, { messages, seed }));
  } finally {
    rmSync(passing, { recursive: true, force: true });
  }
}

async function makeStore(folder: string, bundlesDir: string, options: CorpusOptions): Promise<StoredCorpus> {
  const place: CliPlace = { dataDir: path.join(folder, 'data'), bundlesDir };
  const note = path.join(folder, 'corpus.json');
  if (existsSync(note)) {
    const kept = JSON.parse(readFileSync(note, 'utf8')) as Omit<StoredCorpus, 'place'>;
    if (kept.corpus.messages !== options.messages || kept.corpus.seed !== options.seed)
      throw new Error(`${folder} holds another corpus. Give another folder.`);
    return { place, ...kept };
  }
  mkdirSync(folder, { recursive: true });
  const corpus = writeCorpus(path.join(folder, 'files'), options);
  const imported = await importCorpus(place, corpus);
  writeFileSync(note, JSON.stringify({ corpus, imported }));
  return { place, corpus, imported };
}

export async function importCorpus(place: CliPlace, corpus: Corpus): Promise<ImportFigures> {
  for (const [index, { email }] of corpus.owners.entries()) {
    await runCli(place, ['user', 'add', email, '--role', index === 0 ? 'owner' : 'member']);
  }
  const figures = await importFolders(place, corpus);
  return { ...figures, databaseBytes: statSync(databaseFile(place.dataDir)).size };
}

/** One import an owner, with the time of all and the memory of the largest. */
export async function importFolders(place: CliPlace, corpus: Corpus): Promise<Omit<ImportFigures, 'databaseBytes'>> {
  const figures = { seconds: 0, cpuSeconds: 0, peakMib: 0 };
  for (const { email, folder } of corpus.owners) {
    const run = await runMeasuredCli(place, ['import', folder, '--owner', email]);
    if (run.status !== 0) throw new Error(`The import of ${folder} failed: ${run.stderr}`);
    figures.seconds += run.wallMs / 1000;
    figures.cpuSeconds += run.cpuMs / 1000;
    figures.peakMib = Math.max(figures.peakMib, run.peakMib);
  }
  return figures;
}

/** One import into a new store. */
export async function importFolder(place: CliPlace, folder: string): Promise<ImportFigures> {
  await runCli(place, ['user', 'add', OWNER, '--role', 'owner']);
  const run = await runMeasuredCli(place, ['import', folder, '--owner', OWNER, '--json']);
  if (run.status !== 0) throw new Error(`The import of ${folder} failed: ${run.stderr}`);
  const { files, added } = JSON.parse(run.stdout) as ImportReport;
  if (files.length !== added) throw new Error(`Only ${added} of ${files.length} files in ${folder} are new sessions.`);
  const databaseBytes = statSync(databaseFile(place.dataDir)).size;
  return { seconds: run.wallMs / 1000, cpuSeconds: run.cpuMs / 1000, peakMib: run.peakMib, databaseBytes };
}

export function describeCorpus({ corpus, imported }: StoredCorpus): Row {
  return {
    messages: corpus.messages,
    sessions: corpus.sessions,
    records: corpus.records,
    owners: corpus.owners.length,
    seed: corpus.seed,
    jsonlMb: rounded(corpus.bytes / 1e6),
    importSeconds: rounded(imported.seconds),
    importMbPerSecond: rounded(corpus.bytes / 1e6 / imported.seconds),
    importPeakMib: rounded(imported.peakMib),
  };
}
