/** Watches over a process that imports damaged files: counts its crashes and hangs, starts it again, and goes on. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { BatchVerdict, InputVerdict } from './fault-batch.ts';
import { FAULT_CHILD, type FaultChildSettings, type FromFaultChild, type ToFaultChild } from './fault-child.ts';

export type FaultRun = {
  readonly childFile: string;
  readonly settings: FaultChildSettings;
  /** How many inputs there are: those from 0 on. */
  readonly tried: number;
  readonly batchSize: number;
  /** Without a sign of life for so long, a process hangs. */
  readonly hangMs: number;
};

export type FaultResult = {
  readonly inputs: readonly InputVerdict[];
  readonly crashes: readonly Failure[];
  readonly hangs: readonly Failure[];
  readonly wrongOwner: readonly string[];
  readonly unverified: readonly string[];
  /** What the checks of the whole store say at the end; null when they could not run. */
  readonly storeFaults: readonly string[] | null;
  readonly peakMib: number;
};

/** The input that did it; null for one that did not do it again when it was alone. */
type Failure = { readonly index: number | null };
type End = 'crash' | 'hang';

export async function runFaults(run: FaultRun): Promise<FaultResult> {
  const watch = new Watch(run);
  try {
    for (let from = 0; from < run.tried; from += run.batchSize) {
      const size = Math.min(run.batchSize, run.tried - from);
      await watch.importAll(Array.from({ length: size }, (_, at) => from + at));
    }
    return await watch.finish();
  } finally {
    watch.close();
  }
}

class Watch {
  readonly #run: FaultRun;
  #child: ChildProcess | null = null;
  #peakMib = 0;
  readonly #verdicts: BatchVerdict[] = [];
  readonly #failures: Record<End, Failure[]> = { crash: [], hang: [] };

  constructor(run: FaultRun) {
    this.#run = run;
  }

  /** Where a batch fails, each of its inputs is tried alone, to tell which one it was. */
  async importAll(indexes: readonly number[]): Promise<void> {
    const end = await this.#import(indexes);
    if (end === null) return;
    let isFound = false;
    for (const index of indexes.length === 1 ? [] : indexes) {
      const own = await this.#import([index]);
      if (own !== null) this.#failures[own].push({ index });
      isFound ||= own !== null;
    }
    if (!isFound) this.#failures[end].push({ index: indexes.length === 1 ? (indexes[0] ?? null) : null });
  }

  async finish(): Promise<FaultResult> {
    const answer = await this.#ask({ indexes: null });
    const storeFaults = typeof answer === 'object' && answer.type === 'end' ? answer.faults : null;
    return {
      inputs: this.#verdicts.flatMap(({ inputs }) => inputs),
      crashes: this.#failures.crash,
      hangs: this.#failures.hang,
      wrongOwner: this.#verdicts.flatMap(({ wrongOwner }) => wrongOwner),
      unverified: this.#verdicts.flatMap(({ unverified }) => unverified),
      storeFaults,
      peakMib: this.#peakMib,
    };
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  async #import(indexes: readonly number[]): Promise<End | null> {
    const answer = await this.#ask({ indexes });
    if (typeof answer === 'string') return answer;
    if (answer.type === 'batch') this.#verdicts.push(answer.verdict);
    return null;
  }

  /** The answer, or how the process ended without one; then it is gone. */
  async #ask(question: ToFaultChild): Promise<FromFaultChild | End> {
    const child = this.#child ?? (await this.#start());
    this.#child = child;
    const answer = await askChild(child, question, this.#run.hangMs);
    if (typeof answer === 'string') this.close();
    else if ('peakMib' in answer) this.#peakMib = Math.max(this.#peakMib, answer.peakMib);
    return answer;
  }

  /** Throws when the process cannot even start. */
  async #start(): Promise<ChildProcess> {
    const { childFile, settings } = this.#run;
    const child = fork(childFile, [FAULT_CHILD, JSON.stringify(settings)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const first = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)]);
    if (first === null) throw new Error('The process that imports could not start.');
    return child;
  }
}

/** The process's answer, or how it ended without one. Steps that it tells of only show that it goes on. */
function askChild(child: ChildProcess, question: ToFaultChild, hangMs: number): Promise<FromFaultChild | End> {
  return new Promise((resolve) => {
    const settle = (answer: FromFaultChild | End): void => {
      clearTimeout(hang);
      child.off('exit', onExit);
      child.off('message', onMessage);
      resolve(answer);
    };
    const hang = setTimeout(() => settle('hang'), hangMs);
    const onExit = (): void => settle('crash');
    const onMessage = (message: FromFaultChild): void => {
      if (message.type === 'step') hang.refresh();
      else settle(message);
    };
    child.once('exit', onExit);
    child.on('message', onMessage);
    child.send(question, (error) => {
      if (error !== null) settle('crash');
    });
  });
}
