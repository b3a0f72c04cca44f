import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { choosePassword, findPasswordToken, makePasswordToken } from '../../server/auth/password-link.ts';
import { signOut } from '../../server/auth/sign-out.ts';
import { tryPassword } from '../../server/auth/try-password.ts';
import type { Person } from '../../server/contract/actor.ts';
import type { Grant } from '../../server/contract/grant.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import { cookieOf } from '../auth/cookies.ts';
import { NOW_MS } from '../support/test-store.ts';
import { Door } from './door.ts';

const HOUR = 3_600_000;
const TEN_YEARS = 3652 * 24 * HOUR;
const JUMPS = [0, -TEN_YEARS, 0, TEN_YEARS, 0];
const PASSWORD = 'correct horse battery';

describe('F14: a clock that jumps ten years back and ahead', () => {
  let door: Door;
  let ann: Person;
  let bob: Person;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS });
    door = new Door();
    ann = await door.addPerson('ann');
    bob = await door.addPerson('bob');
    await door.save(ann, { nativeId: 'root', entries: [{ id: 'a', text: 'a ringed plover' }] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await door.close();
  });

  const share = (more: Partial<{ expiresAtMs: number }> = {}): Promise<Grant> =>
    door.ask<Grant>(ann, 'grants.add', { session: 'root', email: 'bob@example.org', ...more });
  const seenByBob = async (): Promise<number> =>
    (await door.ask<SearchReply>(bob, 'sessions.search', { query: 'plover' })).results.length;

  it('brings back no grant that was revoked', async () => {
    const { id } = await share();
    expect(await seenByBob()).toBe(1);
    await door.ask(ann, 'grants.revoke', { grantId: id });
    for (const jumpMs of JUMPS) {
      vi.setSystemTime(NOW_MS + jumpMs);
      expect([jumpMs, await seenByBob()]).toEqual([jumpMs, 0]);
    }
  });

  it('ends a grant as soon as the clock says so, and leaves it ended when the clock is right again', async () => {
    await share({ expiresAtMs: NOW_MS + HOUR });
    vi.setSystemTime(NOW_MS + TEN_YEARS);
    expect(await seenByBob()).toBe(0);
    vi.setSystemTime(NOW_MS + HOUR);
    expect(await seenByBob()).toBe(0);
    const [grant] = await door.ask<readonly Grant[]>(ann, 'grants.list', { session: 'root' });
    expect(grant).toBeUndefined();
  });

  it('brings back no link that was used, and no password that was replaced', async () => {
    const { engine } = door.store;
    const token = await makePasswordToken(engine, { for: ann.id, by: null, nowMs: NOW_MS });
    await choosePassword(engine, { token, email: '', password: PASSWORD });
    for (const jumpMs of JUMPS) {
      vi.setSystemTime(NOW_MS + jumpMs);
      expect(await findPasswordToken(engine, token)).toBeNull();
    }
  });

  it('lets nobody wait longer than the bounds, nor less than before, and locks nobody out', async () => {
    const { engine } = door.store;
    const token = await makePasswordToken(engine, { for: ann.id, by: null, nowMs: NOW_MS });
    await choosePassword(engine, { token, email: '', password: PASSWORD });
    const waits: number[] = [];
    const attempt = (password: string): ReturnType<typeof tryPassword> =>
      tryPassword(engine, { email: ann.email, password, address: 'here' }, async (ms) => waits.push(ms));
    for (const jumpMs of [0, 0, 0, 0, 0, -TEN_YEARS, -TEN_YEARS]) {
      vi.setSystemTime(NOW_MS + jumpMs);
      expect(await attempt('wrong password here')).toBeNull();
    }
    expect(waits).toEqual([0, 0, 0, 0, 500, 1000, 2000]);
    expect(await attempt(PASSWORD)).not.toBeNull();
    expect(waits.at(-1)).toBeLessThanOrEqual(16_000);
  });

  it('ahead ends a session cookie, and back gives no life to one that somebody signed out', async () => {
    const cookie = await cookieOf(door.store.engine, ann);
    const ask = async (): Promise<number> =>
      (await door.call(null, 'sessions.list', {}, { headers: { cookie } })).status;
    expect(await ask()).toBe(200);
    vi.setSystemTime(NOW_MS + TEN_YEARS);
    expect(await ask()).toBe(401);
    vi.setSystemTime(NOW_MS);
    await door.addPerson('owner', 'owner');
    await signOut(door.store.engine, { personId: ann.id, authVersion: 1 });
    for (const jumpMs of JUMPS) {
      vi.setSystemTime(NOW_MS + jumpMs);
      expect([jumpMs, await ask()]).toEqual([jumpMs, 401]);
    }
  });
});
