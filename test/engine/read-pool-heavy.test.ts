import { describe, expect, it } from 'vitest';
import { asker, expectGone, openPoolHouse } from './pool-house.ts';

/** More than makes somebody heavy. */
const MUCH_MS = 4000;
const LONG_MS = 600_000;

describe('the read pool, of people who have used much of it lately', () => {
  const ann = asker('ann', 1);
  const bob = asker('bob', 2);

  it('runs readings in a child of lower priority, until that is long ago', async () => {
    const house = openPoolHouse();
    const pid = await house.childOf(ann);
    await house.spend(ann, MUCH_MS);
    const usual = await house.reads.run('priority', [], bob);
    const low = await house.childOf(ann);
    expect(low).not.toBe(pid);
    expect(await house.reads.run('priority', [], ann)).toBeGreaterThan(usual as number);
    expect(await house.childOf(bob)).toBe(pid);
    house.nowMs += LONG_MS;
    expect(await house.childOf(ann)).toBe(pid);
  });

  it('never lets others wait for them, nor them for others', async () => {
    const house = openPoolHouse();
    const pid = await house.childOf(bob);
    await house.spend(ann, MUCH_MS);
    const gone = new AbortController();
    const heavy = house.reads.run('hang', [], asker('ann', 1, gone.signal));
    expect(await house.childOf(bob)).toBe(pid);
    gone.abort();
    await expect(heavy).rejects.toMatchObject({ kind: 'cancelled' });
    const away = new AbortController();
    const light = house.reads.run('hang', [], asker('bob', 2, away.signal));
    expect(await house.childOf(ann)).not.toBe(pid);
    away.abort();
    await expect(light).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('counts what their tokens used, and runs one reading of all of them at a time', async () => {
    const house = openPoolHouse({ size: 2 });
    const pid = await house.childOf(bob);
    for (let turn = 0; turn < 4; turn += 1) await house.spend(asker(`token-${turn}`, 1), MUCH_MS / 4);
    expect(await house.childOf(ann)).not.toBe(pid);
    const gone = new AbortController();
    const running = house.reads.run('hang', [], asker('ann', 1, gone.signal)).catch(() => 'ann');
    const waiting = house.reads.run('echo', [], asker('token-9', 1)).then(() => 'token');
    await house.spend(bob, MUCH_MS);
    expect(await house.childOf(bob)).not.toBe(pid);
    expect(await Promise.race([running, waiting, Promise.resolve('neither')])).toBe('neither');
    gone.abort();
    expect(await Promise.all([running, waiting])).toEqual(['ann', 'token']);
  });

  it('lets the one go first who has used least', async () => {
    const house = openPoolHouse();
    await house.childOf(bob);
    // What was used before counts less by now.
    for (const who of [bob, asker('cleo', 3), ann]) await house.spend(who, 2 * MUCH_MS);
    const gone = new AbortController();
    const order: string[] = [];
    const running = house.reads.run('hang', [], asker('ann', 1, gone.signal)).catch(() => order.push('ann'));
    const later = [ann, asker('cleo', 3), bob].map((who) =>
      house.reads.run('echo', [], who).then(() => order.push(`${who.id} again`)),
    );
    gone.abort();
    await Promise.all([running, ...later]);
    expect(order).toEqual(['ann', 'bob again', 'cleo again', 'ann again']);
  });

  it('counts readings that were stopped or given up, and the children that they cost', async () => {
    const house = openPoolHouse({ deadlineMs: 100 });
    const pids = new Set([await house.childOf(bob)]);
    for (let turn = 0; turn < 4; turn += 1) {
      await expect(house.reads.run('hang', [], ann)).rejects.toMatchObject({ kind: 'timeout' });
      pids.add(await house.childOf(bob));
    }
    // Not a millisecond went by: what made ann heavy are the children alone.
    expect(house.nowMs).toBe(0);
    const [last] = [...pids].slice(-1);
    expect(await house.childOf(bob)).toBe(last);
    expect(await house.childOf(ann)).not.toBe(last);
  });

  it('ends their readings at the same deadline, and goes on after a child was killed', async () => {
    const house = openPoolHouse({ deadlineMs: 300 });
    await house.childOf(bob);
    await house.spend(ann, MUCH_MS);
    await expect(house.reads.run('hang', [], ann)).rejects.toMatchObject({ kind: 'timeout' });
    const pid = await house.childOf(ann);
    const running = house.reads.run('hang', [], ann);
    process.kill(pid, 'SIGKILL');
    await expect(running).rejects.toMatchObject({ kind: 'busy' });
    expect(await house.childOf(ann)).not.toBe(pid);
  });

  it('ends their child when it has had nothing to do for long, and starts another for the next', async () => {
    const house = openPoolHouse({ idleMs: 50 });
    const usual = await house.childOf(bob);
    await house.spend(ann, MUCH_MS);
    const pid = await house.childOf(ann);
    await expectGone(pid);
    expect(await house.childOf(ann)).not.toBe(pid);
    expect(await house.childOf(bob)).toBe(usual);
  });

  it('counts a health check for nobody', async () => {
    const house = openPoolHouse();
    const pulse = asker('pulse', null);
    await house.childOf(pulse);
    await house.spend(pulse, LONG_MS);
    await house.spend(ann, 0);
    expect(await house.childOf(pulse)).toBe(await house.childOf(ann));
  });
});
