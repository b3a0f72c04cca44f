import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bareImport } from './bare-import.ts';
import type { BenchOptions } from './bench-options.ts';
import { writeCorpus } from './corpus.ts';
import { type BenchReport, type Row, rounded } from './report.ts';
import { describeCorpus, importCorpus, importFolders } from './stored-corpus.ts';

/** Our import beside a bare loop over the same files: JSON.parse, and one insert into FTS5 for each searchable message. */
export async function benchImport({ messages, seed, bundlesDir }: BenchOptions): Promise<BenchReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrollback-bench-'));
  try {
    const corpus = writeCorpus(path.join(folder, 'files'), { messages, seed });
    const place = { dataDir: path.join(folder, 'data'), bundlesDir };
    const imported = await importCorpus(place, corpus);
    const bare = bareImport(
      path.join(folder, 'bare.db'),
      corpus.owners.map((owner) => owner.folder),
    );
    const again = await importFolders(place, corpus);
    const row = (
      name: string,
      figures: { seconds: number; cpuSeconds: number; databaseBytes: number | null; peakMib: number | null },
    ): Row => ({
      import: name,
      seconds: rounded(figures.seconds),
      mbPerSecond: rounded(corpus.bytes / 1e6 / figures.seconds),
      cpuSeconds: rounded(figures.cpuSeconds),
      databaseBytesPerByte: figures.databaseBytes === null ? null : rounded(figures.databaseBytes / corpus.bytes),
      peakMib: figures.peakMib === null ? null : rounded(figures.peakMib),
      timesBare: rounded(figures.seconds / bare.seconds),
    });
    const rows = [
      row('ours', imported),
      row('ours, nothing new', { ...again, databaseBytes: null }),
      row('bare loop', { ...bare, peakMib: null }),
    ];
    return { name: 'import', corpus: describeCorpus({ place, corpus, imported }), rows, bars: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
