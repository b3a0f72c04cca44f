import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FORMATS } from '../../server/contract/transcript.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { ensureBenchBundled, ensureBundled } from '../../server/launch/bundle.mjs';
import { BUNDLES } from '../support/pooled-store.ts';
import { NOW_MS, openTestStore } from '../support/test-store.ts';
import { addTestPerson } from '../support/transcripts.ts';
import { type BatchVerdict, importFaults } from './fault-batch.ts';
import { damagesOf, wholeFile } from './fault-damages.ts';
import { faultFile } from './fault-files.ts';
import { type FaultInput, faultInputs } from './fault-inputs.ts';
import { type FaultResult, runFaults } from './fault-run.ts';
import { benchFaults } from './faults-bench.ts';

const SMOKE_INPUTS = 300;
const KINDS = [
  'cut off',
  'bits flipped',
  'value swapped',
  'line twice',
  'line missing',
  'lines shuffled',
  'NUL padding',
  'encoding',
  'no UTF-8',
];

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrollback-faults-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('the damaged files', () => {
  it.each(FORMATS)('of %s are cut at each byte of about 2 KB, and damaged in each other way', (format) => {
    const file = faultFile(format, { number: 7, word: 'kestrel' });
    const { length } = wholeFile(file);
    expect(length).toBeGreaterThan(1600);
    expect(length).toBeLessThan(2600);
    const damages = damagesOf(format);
    expect([...new Set(damages.map(({ kind }) => kind))]).toEqual(KINDS);
    const cuts = damages.filter(({ kind }) => kind === 'cut off').map(({ apply }) => apply(file, 1).length);
    expect(cuts).toEqual(Array.from({ length }, (_, at) => at));
    for (const { kind, apply } of damages.filter((_, at) => at % 37 === 0))
      expect(Buffer.compare(apply(file, 5), wholeFile(file)), kind).not.toBe(0);
  });

  it('are over five thousand, the same for the same seed, and taken evenly when there are to be fewer', () => {
    const all = faultInputs({ count: Number.MAX_SAFE_INTEGER, seed: 1 });
    expect(all.length).toBeGreaterThanOrEqual(5000);
    const some = faultInputs({ count: 90, seed: 1 });
    expect(some).toHaveLength(90);
    expect(new Set(some.map(({ format }) => format))).toEqual(new Set(FORMATS));
    const hashes = (seed: number): readonly string[] =>
      faultInputs({ count: 90, seed }).map((input) => createHash('sha256').update(input.bytes()).digest('hex'));
    expect(hashes(1)).toEqual(hashes(1));
    expect(hashes(2)).not.toEqual(hashes(1));
  });
});

describe('a run', () => {
  beforeAll(async () => {
    await ensureBundled(process.cwd());
    await ensureBenchBundled(process.cwd());
  });

  it(`of ${SMOKE_INPUTS} damaged files holds every bar`, async () => {
    const { bars, corpus, rows } = await benchFaults({ runs: SMOKE_INPUTS, seed: 3, bundlesDir: BUNDLES });
    expect(corpus).toMatchObject({ inputs: SMOKE_INPUTS, failures: null });
    expect(bars.filter(({ ok }) => !ok)).toEqual([]);
    expect(bars.length).toBeGreaterThan(6);
    expect(rows.reduce((sum, row) => sum + Number(row['whole']), 0)).toBeGreaterThan(SMOKE_INPUTS / 3);
    expect(rows.reduce((sum, row) => sum + Number(row['none']), 0)).toBeGreaterThan(0);
  });
});

describe('what watches over the process', () => {
  /** A process that fails in its own way on some inputs, and does well on all others. */
  async function watchOver(code: string): Promise<FaultResult> {
    const childFile = path.join(temporaryFolder(), 'child.mjs');
    writeFileSync(
      childFile,
      `process.on('disconnect', () => process.exit());
       process.on('message', ({ indexes }) => {
         if (indexes === null) return process.send({ type: 'end', faults: ['a fault'], peakMib: 70 });
         for (const index of indexes) { ${code} }
         const inputs = indexes.map((index) => ({ index, outcome: 'whole' }));
         process.send({ type: 'batch', verdict: { inputs, wrongOwner: [], unverified: [] }, peakMib: 50 });
       });
       process.send({ type: 'ready' });`,
    );
    const settings = { folder: '', dataDir: '', bundlesDir: '', count: 12, seed: 1 };
    return runFaults({ childFile, settings, tried: 12, batchSize: 5, hangMs: 1000 });
  }
  const done = ({ inputs }: FaultResult): readonly number[] => inputs.map(({ index }) => index);

  it('names the inputs that crash it, and goes on with all others', async () => {
    const result = await watchOver('if (index === 3 || index === 11) process.kill(process.pid, "SIGKILL");');
    expect(result.crashes).toEqual([{ index: 3 }, { index: 11 }]);
    expect(result.hangs).toEqual([]);
    expect(done(result)).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9, 10]);
    expect(result).toMatchObject({ storeFaults: ['a fault'], peakMib: 70 });
  });

  it('ends one that hangs, and names the input', async () => {
    const result = await watchOver('while (index === 6);');
    expect(result.hangs).toEqual([{ index: 6 }]);
    expect(done(result)).not.toContain(6);
    expect(done(result)).toHaveLength(11);
  });

  it('counts a crash that does not come again, without a name', async () => {
    const result = await watchOver('if (index === 3 && indexes.length > 1) process.exit(1);');
    expect(result.crashes).toEqual([{ index: null }]);
    expect(done(result)).toHaveLength(12);
  });
});

describe('what judges an import', () => {
  const file = (owner: 0 | 1, bytes?: Uint8Array): FaultInput => {
    const made = faultFile('openclaw', { number: 1, word: owner === 0 ? 'kestrel' : 'dunnock' });
    const { format, name } = made;
    return { index: owner, format, kind: 'none', owner, name, bytes: () => bytes ?? wholeFile(made) };
  };

  /** Imports a file each for two people, with methods that stand in for the store's own. */
  async function judge(change: (engine: Engine) => Partial<Engine>, bytes?: Uint8Array): Promise<BatchVerdict> {
    const store = openTestStore();
    onTestFinished(() => store.close());
    const people = [
      await addTestPerson(store.engine, 'first@example.com'),
      await addTestPerson(store.engine, 'second@example.com'),
    ] as const;
    const changed = change(store.engine);
    // A method that stands in is met when files go alone, step by step.
    const alone: Partial<Engine> = { addFiles: async (_, files) => files.map(() => null) };
    const engine = { ...store.engine, ...(Object.keys(changed).length > 0 ? alone : {}), ...changed };
    const place = { engine, people, folder: temporaryFolder(), nowMs: NOW_MS };
    return importFaults(place, [file(0, bytes), file(1)], () => undefined);
  }

  it('finds nothing wrong with a good one', async () => {
    expect(await judge(() => ({}))).toEqual({
      inputs: [
        { index: 0, outcome: 'whole' },
        { index: 1, outcome: 'whole' },
      ],
      wrongOwner: [],
      unverified: [],
    });
  });

  it('sees a record that is gone without a word, and takes a reason for one', async () => {
    const lost = await judge(({ addEntries }) => ({
      addEntries: (save, source, entries) => addEntries(save, source, entries.slice(0, -1)),
    }));
    expect(lost.inputs.map(({ outcome }) => outcome)).toEqual(['silent loss', 'silent loss']);
    const cut = await judge(() => ({}), file(0).bytes().subarray(0, -30));
    expect(cut.inputs.map(({ outcome }) => outcome)).toEqual(['part', 'whole']);
    const none = await judge(() => ({}), new Uint8Array());
    expect(none.inputs.map(({ outcome }) => outcome)).toEqual(['none', 'whole']);
  });

  it('sees records that are not what the file holds', async () => {
    const { unverified } = await judge(({ addEntries }) => ({
      addEntries: (save, source, entries) =>
        addEntries(
          save,
          source,
          entries.map((entry) => ({ ...entry, record: { ...entry.record, bytes: Buffer.from('{}') } })),
        ),
    }));
    expect(unverified).toHaveLength(2);
  });

  it('sees what comes to another person, or changes what that person reads', async () => {
    const { wrongOwner } = await judge(({ openWindow, findPerson }) => ({
      openWindow: async (_owner, header) => openWindow((await findPerson('first@example.com'))?.id ?? _owner, header),
    }));
    expect(wrongOwner).toContain('the second person’s import changed what the first one reads');
    expect(wrongOwner.some((fault) => fault.endsWith('shows the other person’s words'))).toBe(true);
    expect(wrongOwner.some((fault) => fault.endsWith('is another person’s'))).toBe(true);
  });
});
