import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import type { BenchOptions } from './bench-options.ts';
import type { InputVerdict } from './fault-batch.ts';
import { type FaultInput, faultInputs } from './fault-inputs.ts';
import { type FaultResult, runFaults } from './fault-run.ts';
import { type BenchReport, barAtMost, type Row } from './report.ts';

const BATCH_SIZE = 60;
const HANG_MS = 5000;
const PEAK_MIB_MAX = 300_000_000 / 1_048_576;
const OUTCOMES: readonly InputVerdict['outcome'][] = ['whole', 'part', 'none', 'silent loss'];

/** Damaged files of every format through the importer, in a process of its own, into one store for two people. */
export async function benchFaults(options: Pick<BenchOptions, 'runs' | 'seed' | 'bundlesDir'>): Promise<BenchReport> {
  const { runs, seed, bundlesDir } = options;
  const inputs = faultInputs({ count: runs, seed });
  const folder = mkdtempSync(path.join(tmpdir(), 'scrollback-faults-'));
  const dataDir = makeTemporaryFolder('faults');
  try {
    const startedMs = performance.now();
    const result = await runFaults({
      childFile: path.join(bundlesDir, 'bench', 'main.js'),
      settings: { folder, dataDir, bundlesDir, count: runs, seed },
      tried: inputs.length,
      batchSize: BATCH_SIZE,
      hangMs: HANG_MS,
    });
    return reportOf(inputs, result, { seed, seconds: (performance.now() - startedMs) / 1000 });
  } finally {
    for (const each of [folder, dataDir]) rmSync(each, { recursive: true, force: true });
  }
}

function reportOf(inputs: readonly FaultInput[], result: FaultResult, facts: Row): BenchReport {
  const outcomes = new Map(result.inputs.map(({ index, outcome }) => [index, outcome]));
  const silent = result.inputs.filter(({ outcome }) => outcome === 'silent loss');
  const groupOf = ({ format, kind }: FaultInput): string => `${format}, ${kind}`;
  const groups = [...new Set(inputs.map(groupOf))];
  return {
    name: 'faults',
    corpus: { inputs: inputs.length, ...facts, failures: failuresOf(inputs, result) },
    rows: groups.map((name) =>
      rowOf(
        name,
        inputs.filter((input) => groupOf(input) === name),
        outcomes,
      ),
    ),
    bars: [
      barAtMost('crashes', result.crashes.length, 0),
      barAtMost('hangs over 5 s', result.hangs.length, 0),
      barAtMost('peak memory, MiB', result.peakMib, PEAK_MIB_MAX),
      barAtMost('wrong owner', result.wrongOwner.length, 0),
      barAtMost('sessions that do not verify', result.unverified.length, 0),
      barAtMost('faults of the store at the end', result.storeFaults?.length ?? 1, 0),
      barAtMost('records lost without a reason', silent.length, 0),
      barAtMost('inputs without a verdict', inputs.length - outcomes.size, 0),
    ],
  };
}

function rowOf(
  damage: string,
  group: readonly FaultInput[],
  outcomes: ReadonlyMap<number, InputVerdict['outcome']>,
): Row {
  const counts = OUTCOMES.map((name) => [name, group.filter(({ index }) => outcomes.get(index) === name).length]);
  return { damage, inputs: group.length, ...(Object.fromEntries(counts) as Record<string, number>) };
}

/** The first failures of each kind, in words; null when there are none. */
function failuresOf(inputs: readonly FaultInput[], result: FaultResult): string | null {
  const nameOf = (index: number | null): string => {
    const input = inputs[index ?? -1];
    return input === undefined ? 'not repeated alone' : `${input.index} (${input.format}, ${input.kind})`;
  };
  const first = [
    ...result.crashes.slice(0, 3).map(({ index }) => `crash: ${nameOf(index)}`),
    ...result.hangs.slice(0, 3).map(({ index }) => `hang: ${nameOf(index)}`),
    ...result.inputs
      .filter(({ outcome }) => outcome === 'silent loss')
      .slice(0, 5)
      .map(({ index }) => `lost: ${nameOf(index)}`),
    ...result.wrongOwner.slice(0, 3),
    ...result.unverified.slice(0, 3).map((key) => `unverified: ${key}`),
    ...(result.storeFaults ?? ['the store could not be checked']).slice(0, 3),
  ];
  return first.length === 0 ? null : first.join('; ');
}
