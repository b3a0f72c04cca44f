import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { PersonId } from '../../server/contract/actor.ts';
import { ReadPool, type ReadPoolOptions } from '../../server/engine/sqlite/read-pool.ts';
import type { Asker } from '../../server/engine/sqlite/read-worker.ts';

/** A child that does what it is asked to: answer, hang, die, fail. Most answers begin with who it is. */
const CHILD = `
import { getPriority } from 'node:os';
process.on('message', ({ id, method, args }) => {
  const tell = (value, cpuMs = 0) => process.send({ type: 'value', id, value, cpuMs });
  const say = () => tell([process.pid, ...args]);
  if (method === 'hang') return;
  if (method === 'die') process.exit(1);
  if (method === 'fail') process.send({ type: 'failure', id, kind: 'bad-input', message: 'It is not so.', cpuMs: 0 });
  if (method === 'echo') say();
  if (method === 'soon') setTimeout(say, 20);
  if (method === 'priority') tell(getPriority());
  if (method === 'spend') tell(null, args[0]);
});
process.send({ type: 'ready' });
`;

/** A file of its own with this program, to be removed when the pool is closed. */
export function writePoolChild(code: string): { readonly file: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'scrollback-pool-'));
  const file = path.join(folder, 'child.mjs');
  writeFileSync(file, code);
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function asker(id: string, personId: number | null, signal: AbortSignal | null = null): Asker {
  return { id, personId: personId as PersonId | null, signal };
}

/** A read pool over such children, with a clock that stands until somebody moves it. */
export class PoolHouse {
  nowMs = 0;
  readonly reads: ReadPool;
  readonly #child: ReturnType<typeof writePoolChild>;

  constructor({ code = CHILD, ...options }: Partial<ReadPoolOptions> & { code?: string } = {}) {
    this.#child = writePoolChild(code);
    const always = { size: 1, deadlineMs: 10_000, now: () => this.nowMs };
    this.reads = new ReadPool({ ...always, ...options, childFile: this.#child.file });
  }

  /** The process that a reading ran in. */
  async childOf(who: Asker): Promise<number> {
    const [pid] = (await this.reads.run('echo', [], who)) as [number];
    return pid;
  }

  /** Lets somebody use so much of a child, while as much time goes by. */
  async spend(who: Asker, ms: number): Promise<void> {
    await this.reads.run('spend', [ms], who);
    this.nowMs += ms;
  }

  async close(): Promise<void> {
    await this.reads.close();
    this.#child.remove();
  }
}

export async function expectGone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 10_000 });
}

/** A pool that ends with its test. */
export function openPoolHouse(options: Partial<ReadPoolOptions> & { code?: string } = {}): PoolHouse {
  const house = new PoolHouse(options);
  onTestFinished(() => house.close());
  return house;
}
