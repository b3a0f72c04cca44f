import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import type { z } from 'zod';
import { runCommand } from '../../server/cli/run-command.ts';
import { ensureBundled } from '../../server/launch/bundle.mjs';
import { bundlesDir, ROOT } from '../../server/launch/folders.mjs';
import {
  type CliOptions,
  type CliPlace,
  type CliRun,
  type MeasuredRun,
  runCli,
  runMeasuredCli,
  startCli,
} from '../support/cli-process.ts';

/** A data folder with the command line over it. Call `close` when the tests are done. */
export class Cli implements CliPlace {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'scrollback-cli-')));
  readonly dataDir = path.join(this.folder, 'data');
  readonly bundlesDir = bundlesDir(ROOT);

  /** Brings the bundle up to date first. */
  static async open(): Promise<Cli> {
    await ensureBundled(ROOT);
    return new Cli();
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  start(args: readonly string[]): ChildProcess {
    return startCli(this, args);
  }

  run(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
    return runCli(this, args, options);
  }

  runMeasured(args: readonly string[]): Promise<MeasuredRun> {
    return runMeasuredCli(this, args);
  }

  /** The same in this very process: many times quicker, but without the bundle and the process around it. */
  async runHere(args: readonly string[]): Promise<CliRun> {
    vi.stubEnv('SCROLLBACK_DATA', this.dataDir);
    vi.stubEnv('SCROLLBACK_BUNDLES', this.bundlesDir);
    const output = { stdout: '', stderr: '' };
    const spies = (['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((text) => {
        output[name] += String(text);
        return true;
      }),
    );
    try {
      return { status: await runCommand(args), ...output };
    } finally {
      for (const spy of spies) spy.mockRestore();
      vi.unstubAllEnvs();
    }
  }

  /** The one JSON document of a run that must succeed, in the given shape. */
  async json<Shape extends z.ZodType>(shape: Shape, ...args: readonly string[]): Promise<z.output<Shape>> {
    return readJson(shape, args, await this.run([...args, '--json']));
  }

  async jsonHere<Shape extends z.ZodType>(shape: Shape, ...args: readonly string[]): Promise<z.output<Shape>> {
    return readJson(shape, args, await this.runHere([...args, '--json']));
  }
}

function readJson<Shape extends z.ZodType>(
  shape: Shape,
  args: readonly string[],
  { status, stdout, stderr }: CliRun,
): z.output<Shape> {
  if (status !== 0) throw new Error(`scrollback ${args.join(' ')} ended with ${status}: ${stderr}`);
  return shape.parse(JSON.parse(stdout));
}
