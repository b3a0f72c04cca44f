import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bareImport } from './bare-import.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Corpus, writeCorpus } from './corpus.ts';
import { writeLargeFile } from './large-file.ts';
import { writeRealCorpus } from './real-corpus.ts';
import { type Bar, type BenchReport, barAtLeast, barAtMost, type Row, rounded } from './report.ts';
import { describeCorpus, type ImportFigures, importCorpus, importFolder, importFolders } from './stored-corpus.ts';

const BARE_SHARE_MIN = 0.5;
const REAL_MB_PER_SECOND_MIN = 10;
const REAL_BYTES = 48_000_000;
const STORED_SHARE_MAX = 0.8;
const LARGE_BYTES = 1_000_000_000;
const MEMORY_MB_MAX = 400;
const BYTES_PER_MIB = 1_048_576;

type Figures = Omit<ImportFigures, 'databaseBytes' | 'peakMib'> & {
  readonly databaseBytes: number | null;
  readonly peakMib: number | null;
};
type Measured = { readonly rows: readonly Row[]; readonly bars: readonly Bar[] };

/**
 * Our import beside a bare loop over the same files (JSON.parse, and one insert into FTS5 for each searchable message), of
 * a generated corpus and of real transcripts; with `isLarge` the memory that a gigabyte takes.
 */
export async function benchImport(options: BenchOptions): Promise<BenchReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrollback-bench-'));
  try {
    const corpus = writeCorpus(path.join(folder, 'files'), options);
    const place = { dataDir: path.join(folder, 'data'), bundlesDir: options.bundlesDir };
    const imported = await importCorpus(place, corpus);
    const folders = corpus.owners.map((owner) => owner.folder);
    const bare = { ...bareImport(path.join(folder, 'bare.db'), folders), peakMib: null };
    const again = { ...(await importFolders(place, corpus)), databaseBytes: null };
    const generated = [
      row('generated', corpus.bytes, imported),
      row('generated, nothing new', corpus.bytes, again),
      row('generated, bare loop', corpus.bytes, bare),
    ];
    const share = barAtLeast('generated: share of the bare loop', bare.seconds / imported.seconds, BARE_SHARE_MIN);
    const real = await measureReal(folder, options);
    const large = options.isLarge ? await measureLarge(folder, options) : { rows: [], bars: [] };
    return {
      name: 'import',
      corpus: describeCorpus({ place, corpus, imported }),
      rows: [...generated, ...real.rows, ...large.rows],
      bars: [share, ...real.bars, ...large.bars],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureReal(folder: string, { real, bundlesDir }: BenchOptions): Promise<Measured> {
  const corpus = writeRealCorpus(real, path.join(folder, 'real'), REAL_BYTES);
  if (corpus === null) {
    process.stderr.write(`no real transcripts at ${real}: not measured\n`);
    return { rows: [], bars: [] };
  }
  const imported = await importFolder({ dataDir: path.join(folder, 'real-data'), bundlesDir }, corpus.folder);
  const bare = { ...bareImport(path.join(folder, 'real-bare.db'), [corpus.folder]), peakMib: null };
  const rows = [row('real', corpus.bytes, imported), row('real, bare loop', corpus.bytes, bare)];
  const speed = corpus.bytes / 1e6 / imported.seconds;
  const stored = imported.databaseBytes / corpus.bytes;
  return {
    rows,
    bars: [
      barAtLeast('real: MB/s', speed, REAL_MB_PER_SECOND_MIN),
      barAtMost('real: database bytes per byte', stored, STORED_SHARE_MAX),
    ],
  };
}

/** A gigabyte in one file, and one in the many files of a corpus. */
async function measureLarge(folder: string, { seed, bundlesDir }: BenchOptions): Promise<Measured> {
  const one = path.join(folder, 'one');
  const oneBytes = writeLargeFile(path.join(one, 'large.jsonl'), { bytes: LARGE_BYTES, seed });
  const inOne = await importFolder({ dataDir: path.join(folder, 'one-data'), bundlesDir }, one);
  rmSync(one, { recursive: true });
  rmSync(path.join(folder, 'one-data'), { recursive: true });
  const many = largeCorpus(path.join(folder, 'many'), seed);
  const place = { dataDir: path.join(folder, 'many-data'), bundlesDir };
  const inMany = await importCorpus(place, many);
  const memory = (name: string, { peakMib }: ImportFigures): Bar =>
    barAtMost(`${name}: peak memory in MB`, (peakMib * BYTES_PER_MIB) / 1e6, MEMORY_MB_MAX);
  return {
    rows: [row('1 GB in one file', oneBytes, inOne), row('1 GB in many files', many.bytes, inMany)],
    bars: [memory('1 GB in one file', inOne), memory('1 GB in many files', inMany)],
  };
}

function largeCorpus(folder: string, seed: number): Corpus {
  const sampleMessages = 10_000;
  const sample = writeCorpus(path.join(folder, 'sample'), { messages: sampleMessages, seed });
  rmSync(path.join(folder, 'sample'), { recursive: true });
  const messages = Math.ceil((LARGE_BYTES / sample.bytes) * sampleMessages);
  return writeCorpus(path.join(folder, 'files'), { messages, seed });
}

function row(name: string, bytes: number, figures: Figures): Row {
  const { databaseBytes, peakMib } = figures;
  return {
    import: name,
    jsonlMb: rounded(bytes / 1e6),
    seconds: rounded(figures.seconds),
    mbPerSecond: rounded(bytes / 1e6 / figures.seconds),
    cpuSeconds: rounded(figures.cpuSeconds),
    databaseBytesPerByte: databaseBytes === null ? null : rounded(databaseBytes / bytes),
    peakMib: peakMib === null ? null : rounded(peakMib),
  };
}
