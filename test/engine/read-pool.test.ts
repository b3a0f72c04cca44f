import { describe, expect, it, vi } from 'vitest';
import { asker, expectGone, openPoolHouse } from './pool-house.ts';

describe('the read pool', () => {
  const ann = asker('ann', 1);
  const bob = asker('bob', 2);

  it('gives back what the child says', async () => {
    const house = openPoolHouse();
    expect(await house.reads.run('echo', ['a', 7n, null], ann)).toEqual([expect.any(Number), 'a', 7n, null]);
    await expect(house.reads.run('fail', [], ann)).rejects.toMatchObject({
      kind: 'bad-input',
      message: 'It is not so.',
    });
  });

  it('ends a reading at its deadline with its child, and goes on with another', async () => {
    const house = openPoolHouse({ deadlineMs: 300 });
    const pid = await house.childOf(ann);
    await expect(house.reads.run('hang', [], ann)).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('0.3 s') as string,
    });
    expect(await house.childOf(ann)).not.toBe(pid);
    await expectGone(pid);
  });

  it('ends a reading whose caller is gone, running or waiting', async () => {
    const house = openPoolHouse();
    const pid = await house.childOf(ann);
    const gone = new AbortController();
    const running = house.reads.run('hang', [], asker('ann', 1, gone.signal));
    const waiting = house.reads.run('echo', [], asker('bob', 2, gone.signal));
    gone.abort();
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(house.reads.run('echo', [], asker('ann', 1, gone.signal))).rejects.toMatchObject({
      kind: 'cancelled',
    });
    expect(await house.childOf(bob)).not.toBe(pid);
  });

  it('lets a short reading end whose caller is gone, and keeps its child', async () => {
    const house = openPoolHouse();
    const pid = await house.childOf(ann);
    const gone = new AbortController();
    const running = house.reads.run('soon', [], asker('ann', 1, gone.signal));
    gone.abort();
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
    expect(await house.childOf(bob)).toBe(pid);
  });

  it('says that it is busy when a child dies at work, and goes on with another', async () => {
    const house = openPoolHouse();
    await expect(house.reads.run('die', [], ann)).rejects.toMatchObject({ kind: 'busy' });
    const pid = await house.childOf(ann);
    const running = house.reads.run('hang', [], ann);
    process.kill(pid, 'SIGKILL');
    await expect(running).rejects.toMatchObject({ kind: 'busy' });
    expect(await house.reads.run('echo', [2], bob)).toEqual([expect.any(Number), 2]);
  });

  it('runs one reading a caller at a time, and lets others pass', async () => {
    const house = openPoolHouse({ size: 2 });
    const gone = new AbortController();
    const order: string[] = [];
    const slow = house.reads.run('hang', [], asker('ann', 1, gone.signal)).catch(() => order.push('ann hangs'));
    const second = house.reads.run('echo', [], ann).then(() => order.push('ann again'));
    await house.reads.run('echo', [], bob).then(() => order.push('bob'));
    gone.abort();
    await Promise.all([slow, second]);
    expect(order).toEqual(['bob', 'ann hangs', 'ann again']);
  });

  it('does not let anybody wait for a child that cannot start', async () => {
    const house = openPoolHouse({ code: 'process.exit(1);', size: 2 });
    await expect(house.reads.run('echo', [], ann)).rejects.toMatchObject({ kind: 'busy' });
  });

  it('gives up a reading that could not begin for too long, and says so', async () => {
    const house = openPoolHouse({ waitMaxMs: 50 });
    await vi.waitFor(() => house.childOf(ann), { timeout: 10_000 });
    const gone = new AbortController();
    const running = house.reads.run('hang', [], asker('ann', 1, gone.signal));
    await expect(house.reads.run('echo', [], bob)).rejects.toMatchObject({
      kind: 'busy',
      message: expect.stringContaining('Try again') as string,
    });
    gone.abort();
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('takes no more work once it is closed, and leaves nobody waiting', async () => {
    const house = openPoolHouse();
    const running = house.reads.run('hang', [], ann);
    const waiting = house.reads.run('echo', [], ann);
    await house.reads.close();
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await expect(house.reads.run('echo', [], ann)).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('leaves no child behind that is in the midst of a reading when its process ends', async () => {
    const before = new Set(process.listeners('exit'));
    const house = openPoolHouse();
    const pid = await house.childOf(ann);
    const running = house.reads.run('hang', [], ann);
    const added = process.listeners('exit').filter((listener) => !before.has(listener));
    for (const listener of added) listener(0);
    await expect(running).rejects.toMatchObject({ kind: 'cancelled' });
    await expectGone(pid);
    await house.reads.close();
    expect(process.listeners('exit').filter((listener) => !before.has(listener))).toEqual([]);
  });
});
