/** Starts the bundled command line as a process of its own, as a person at a terminal would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type CliPlace = { readonly dataDir: string; readonly bundlesDir: string };

export type CliOptions = {
  /** They stand before the program and change nothing of it. */
  readonly nodeOptions?: readonly string[];
  readonly env?: NodeJS.Dict<string>;
  /** Runs it as another user of the machine. */
  readonly userId?: number;
  /** Leaves standard input open, to be written to. */
  readonly hasInput?: boolean;
};

export type CliRun = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

export function startCli(
  { dataDir, bundlesDir }: CliPlace,
  args: readonly string[],
  options: CliOptions = {},
): ChildProcess {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  return spawn(process.execPath, [...(options.nodeOptions ?? []), path.join(bundlesDir, 'cli', 'main.js'), ...args], {
    env: { ...inherited, SCROLLBACK_DATA: dataDir, SCROLLBACK_BUNDLES: bundlesDir, TZ: 'UTC', ...options.env },
    stdio: [options.hasInput === true ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    ...(options.userId === undefined ? {} : { uid: options.userId, gid: options.userId }),
  });
}

export async function runCli(place: CliPlace, args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const child = startCli(place, args, options);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, ...output };
}

export type MeasuredRun = CliRun & {
  /** The most memory that the process ever held. */
  readonly peakMib: number;
  readonly wallMs: number;
  /** Of all its threads, user and system. */
  readonly cpuMs: number;
};

export async function runMeasuredCli(place: CliPlace, args: readonly string[]): Promise<MeasuredRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrollback-measured-'));
  const note = path.join(folder, 'usage.json');
  const atExit = `import { writeFileSync } from 'node:fs';
    process.on('exit', () => writeFileSync(${JSON.stringify(note)}, JSON.stringify(process.resourceUsage())));`;
  try {
    const startedMs = performance.now();
    const run = await runCli(place, args, {
      nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(atExit)}`],
    });
    const wallMs = performance.now() - startedMs;
    const usage = JSON.parse(readFileSync(note, 'utf8')) as NodeJS.ResourceUsage;
    return { ...run, wallMs, peakMib: usage.maxRSS / 1024, cpuMs: (usage.userCPUTime + usage.systemCPUTime) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
