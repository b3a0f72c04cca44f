import path from 'node:path';
import { parseArgs } from 'node:util';
import { LIVE_SERVER, runLiveServer } from '../live/server-process.ts';
import { benchAppends } from './appends-bench.ts';
import type { BenchOptions } from './bench-options.ts';
import { FAULT_CHILD, type FaultChildSettings, runFaultChild } from './fault-child.ts';
import { benchFaults } from './faults-bench.ts';
import { benchHidden } from './hidden-bench.ts';
import { benchImport } from './import-bench.ts';
import { benchLoad } from './load-bench.ts';
import { benchQuality } from './quality-bench.ts';
import { benchRedaction } from './redaction-bench.ts';
import { type BenchReport, renderReport } from './report.ts';
import { benchSearch } from './search-bench.ts';

const USAGE =
  'Usage: npm run -s bench -- search|load|import|hidden|redaction|faults|appends|quality FOLDER [--messages N[,N…]] [--seed N] [--runs N] [--folder PATH] [--real PATH] [--large] [--json]';
const MESSAGES_MIN = 1000;

const BENCHES: ReadonlyMap<string, (options: BenchOptions) => Promise<BenchReport>> = new Map([
  ['search', benchSearch],
  ['load', benchLoad],
  ['import', benchImport],
  ['hidden', benchHidden],
  ['quality', benchQuality],
  ['redaction', benchRedaction],
  ['faults', benchFaults],
  ['appends', benchAppends],
]);
/** Of most, how often each query runs; of faults, the number of damaged files: by default all of them; of appends, the kills. */
const RUNS = 40;
const RUNS_OF: Readonly<Record<string, number>> = { faults: 1_000_000, appends: 20 };

/** Exit status 0 only when every bar holds. */
async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      messages: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      runs: { type: 'string' },
      folder: { type: 'string' },
      real: { type: 'string', default: '../shared/transcripts' },
      large: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const name = positionals[0] ?? '';
  const bench = BENCHES.get(name);
  if (bench === undefined || positionals.length > 2) throw new Error('There is no such measurement');
  const sizes = values.messages.split(',').map((size) => readCount('--messages', size, MESSAGES_MIN));
  const report = await bench({
    messages: sizes[0] ?? MESSAGES_MIN,
    sizes,
    seed: readCount('--seed', values.seed, 0),
    runs: readCount('--runs', values.runs ?? String(RUNS_OF[name] ?? RUNS), 1),
    folder: values.folder ?? null,
    target: positionals[1] ?? null,
    bundlesDir: process.env['SCROLLBACK_BUNDLES'] ?? '',
    real: path.resolve(values.real),
    isLarge: values.large,
  });
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report));
  return report.bars.every((bar) => bar.ok) ? 0 : 1;
}

function readCount(name: string, value: string, min: number): number {
  const count = Number(value);
  if (/^\d{1,9}$/.test(value) && count >= min) return count;
  throw new Error(`${name} takes a whole number from ${min} on, not "${value}"`);
}

const [first, settings] = process.argv.slice(2);
try {
  if (first === LIVE_SERVER) runLiveServer();
  else if (first === FAULT_CHILD) await runFaultChild(JSON.parse(settings ?? '') as FaultChildSettings);
  else process.exitCode = await main(process.argv.slice(2));
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}. ${USAGE}\n`);
  process.exitCode = 2;
}
