import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadPool } from '../../server/engine/sqlite/read-pool.ts';

/** A child that does what it is asked to: answer, hang, die, fail. */
const CHILD = `
process.on('message', ({ id, method, args }) => {
  if (method === 'hang') return;
  if (method === 'die') process.exit(1);
  if (method === 'fail') process.send({ type: 'failure', id, kind: 'bad-input', message: 'It is not so.' });
  if (method === 'echo') process.send({ type: 'value', id, value: [process.pid, ...args] });
});
process.send({ type: 'ready' });
`;

describe('the read pool', () => {
  let folder = '';
  let pool: ReadPool | null = null;
  const ann = { id: 'ann', signal: null };
  const bob = { id: 'bob', signal: null };

  function open(options: { code?: string; size?: number; deadlineMs?: number } = {}): ReadPool {
    const childFile = path.join(folder, 'child.mjs');
    writeFileSync(childFile, options.code ?? CHILD);
    pool = new ReadPool({ childFile, size: options.size ?? 1, deadlineMs: options.deadlineMs ?? 10_000 });
    return pool;
  }

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'scrollback-pool-'));
  });
  afterEach(async () => {
    await pool?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives back what the child says', async () => {
    const reads = open();
    expect(await reads.run('echo', ['a', 7n, null], ann)).toEqual([expect.any(Number), 'a', 7n, null]);
    await expect(reads.run('fail', [], ann)).rejects.toMatchObject({ kind: 'bad-input', message: 'It is not so.' });
  });

  it('ends a reading at its deadline with its child, and goes on with another', async () => {
    const reads = open({ deadlineMs: 300 });
    const [pid] = (await reads.run('echo', [], ann)) as [number];
    await expect(reads.run('hang', [], ann)).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('0.3 s') as string,
    });
    const [next] = (await reads.run('echo', [], ann)) as [number];
    expect(next).not.toBe(pid);
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
  });

  it('ends a reading whose caller is gone, running or waiting', async () => {
    const reads = open();
    await reads.run('echo', [], ann);
    const gone = new AbortController();
    const running = reads.run('hang', [], { id: 'ann', signal: gone.signal });
    const waiting = reads.run('echo', [], { id: 'bob', signal: gone.signal });
    gone.abort();
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(reads.run('echo', [], { id: 'ann', signal: gone.signal })).rejects.toMatchObject({
      kind: 'cancelled',
    });
    expect(await reads.run('echo', [1], bob)).toEqual([expect.any(Number), 1]);
  });

  it('says that it is busy when a child dies at work, and goes on with another', async () => {
    const reads = open();
    await expect(reads.run('die', [], ann)).rejects.toMatchObject({ kind: 'busy' });
    expect(await reads.run('echo', [2], ann)).toEqual([expect.any(Number), 2]);
  });

  it('runs one reading a person at a time, and lets others pass', async () => {
    const reads = open({ size: 2 });
    const gone = new AbortController();
    const order: string[] = [];
    const slow = reads.run('hang', [], { id: 'ann', signal: gone.signal }).catch(() => order.push('ann hangs'));
    const second = reads.run('echo', [], ann).then(() => order.push('ann again'));
    await reads.run('echo', [], bob).then(() => order.push('bob'));
    gone.abort();
    await Promise.all([slow, second]);
    expect(order).toEqual(['bob', 'ann hangs', 'ann again']);
  });

  it('does not let anybody wait for a child that cannot start', async () => {
    const reads = open({ code: 'process.exit(1);', size: 2 });
    await expect(reads.run('echo', [], ann)).rejects.toMatchObject({ kind: 'busy' });
  });

  it('takes no more work once it is closed, and leaves nobody waiting', async () => {
    const reads = open();
    const running = reads.run('hang', [], ann);
    const waiting = reads.run('echo', [], ann);
    await reads.close();
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(reads.run('echo', [], ann)).rejects.toMatchObject({ kind: 'cancelled' });
  });
});
