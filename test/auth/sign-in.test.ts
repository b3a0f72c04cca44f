import { verify } from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { signIn } from '../../server/auth/sign-in.ts';
import { signInDelayMs } from '../../server/auth/sign-in-delay.ts';
import type { Person } from '../../server/contract/actor.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { DEFINITION, NOW_MS, openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson } from '../support/transcripts.ts';
import { auditRows } from './audit-rows.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

const PASSWORD = 'correct horse battery';
let passwordHash = '';
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

/** Someone with a password, in a store whose clock stands where the test puts it. */
async function signInWorld() {
  const clock = { nowMs: NOW_MS };
  const store = openTestStore({ now: () => clock.nowMs });
  const person = await addTestPerson(store.engine, 'ann@example.org');
  await givePassword(store, person);
  const waits: number[] = [];
  const attempt = (email: string, password: string, address = '192.0.2.1') =>
    signIn(store.engine, { email, password, address }, async (ms) => void waits.push(ms));
  return { clock, store, person, waits, attempt };
}

function givePassword(store: TestStore, person: Person): Promise<void> {
  const audit = { personId: person.id, act: 'password-set', subject: null, scope: 'link', results: null } as const;
  return store.engine.setPassword(person.id, passwordHash, audit);
}

describe('signing in', () => {
  let world: Awaited<ReturnType<typeof signInWorld>>;
  beforeEach(async () => {
    world = await signInWorld();
    vi.mocked(verify).mockClear();
  });
  afterEach(() => world.store.close());

  it('gives the person and the version of their sign-in, whatever the case and space around the e-mail', async () => {
    expect(await world.attempt('  Ann@Example.ORG ', PASSWORD)).toEqual({
      personId: world.person.id,
      email: 'ann@example.org',
      authVersion: 2,
    });
    expect(auditRows(world.store.file).at(-1)).toEqual({
      act: 'sign-in',
      personId: world.person.id,
      subject: null,
      scope: 'member',
    });
  });

  it('H7: unknown, malformed, without a password, disabled and wrong get the same answer for the same work', async () => {
    const { store, attempt } = world;
    await addTestPerson(store.engine, 'owner@example.org', 'owner');
    await addTestPerson(store.engine, 'new@example.org');
    const gone = await addTestPerson(store.engine, 'gone@example.org');
    await givePassword(store, gone);
    const audit = { personId: null, act: 'person-changed', subject: null, scope: 'owner', results: null } as const;
    await store.engine.changePerson(gone.id, { isDisabled: true }, audit);
    const before = auditRows(store.file).length;
    const emails = [
      'nobody@example.org',
      'not an e-mail',
      '',
      'new@example.org',
      'gone@example.org',
      'ann@example.org',
    ];
    for (const email of emails) {
      expect(await attempt(email, email === 'gone@example.org' ? PASSWORD : 'wrong horse battery', email)).toBeNull();
    }
    expect(vi.mocked(verify)).toHaveBeenCalledTimes(emails.length);
    const nothing = { act: 'sign-in-failed', personId: null, subject: null, scope: 'none' };
    expect(auditRows(store.file).slice(before)).toEqual(emails.map(() => nothing));
  });

  it('H6: waits longer with each failure of an account, from any address, and never more than two seconds', async () => {
    for (let count = 0; count < 9; count += 1) {
      await world.attempt('ann@example.org', 'wrong horse battery', `192.0.2.${count}`);
    }
    expect(world.waits).toEqual([0, 0, 0, 0, 500, 1000, 2000, 2000, 2000]);
  });

  it('H6: waits longer with each failure of an address, whatever the account, up to sixteen seconds', async () => {
    for (let count = 0; count < 11; count += 1) await world.attempt(`p${count}@example.org`, 'wrong horse battery');
    expect(world.waits).toEqual([0, 0, 0, 0, 500, 1000, 2000, 4000, 8000, 16_000, 16_000]);
    const many = { failures: 1_000_000, lastAtMs: NOW_MS };
    expect(signInDelayMs(many, { failures: 0, lastAtMs: 0 })).toBe(2000);
    expect(signInDelayMs({ failures: 0, lastAtMs: 0 }, many)).toBe(16_000);
  });

  it('H6: never locks anybody out: the right password works after any number of failures, and begins anew', async () => {
    for (let count = 0; count < 8; count += 1) {
      await world.attempt('ann@example.org', 'wrong horse battery', `192.0.2.${count}`);
    }
    expect(await world.attempt('ann@example.org', PASSWORD, '198.51.100.1')).not.toBeNull();
    expect(await world.attempt('ann@example.org', PASSWORD, '198.51.100.1')).not.toBeNull();
    expect(world.waits.slice(-2)).toEqual([2000, 0]);
  });

  it('H6: a failure is remembered for a day', async () => {
    for (let count = 0; count < 5; count += 1) await world.attempt('ann@example.org', 'wrong horse battery');
    world.clock.nowMs += 86_400_000 - 1;
    await world.attempt('ann@example.org', 'wrong horse battery');
    world.clock.nowMs += 86_400_000;
    await world.attempt('ann@example.org', 'wrong horse battery');
    expect(world.waits.slice(-2)).toEqual([1000, 0]);
  });

  it('H6: delays outlive a restart, and neither e-mails nor addresses are kept in the clear', async () => {
    for (let count = 0; count < 5; count += 1) await world.attempt('ann@example.org', 'wrong horse battery');
    const { file, dataDir } = world.store;
    const again = openLocalEngine({
      file,
      definition: DEFINITION,
      isReadOnly: false,
      readParts: recordParts,
      readToolText: recordToolText,
      secret: readStoreSecret(dataDir),
      now: () => world.clock.nowMs,
    });
    const waits: number[] = [];
    await signIn(again, { email: 'ann@example.org', password: PASSWORD, address: '203.0.113.9' }, async (ms) => {
      waits.push(ms);
    });
    await again.close();
    expect(waits).toEqual([1000]);
    const kept = withDatabase(file, (client) => JSON.stringify(client.prepare('SELECT * FROM sign_in_failure').all()));
    expect(kept).toMatch(/"failures":5/);
    expect(kept).not.toMatch(/ann|192\.0\.2/);
  });

  it('H6: those who wait do not keep others out, however many they are', async () => {
    const { store } = world;
    for (let count = 0; count < 7; count += 1) await world.attempt('victim@example.org', 'wrong horse battery', 'z');
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const flood = Array.from({ length: 200 }, (_, index) =>
      signIn(
        store.engine,
        { email: 'victim@example.org', password: 'guess', address: `flood ${index}` },
        () => gate,
      ).catch(() => 'turned away'),
    );
    expect(await world.attempt('ann@example.org', PASSWORD, '198.51.100.1')).not.toBeNull();
    release();
    const answers = await Promise.all(flood);
    // Hashing takes memory: of those who come at once, only so many are checked.
    expect(answers.filter((answer) => answer === null).length).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer === 'turned away').length).toBeGreaterThan(0);
  });
});

describe('the version of a sign-in', () => {
  let store: TestStore;
  beforeAll(() => {
    store = openTestStore();
  });
  afterAll(() => store.close());

  it('H4: goes up with a new password, another role and disabling, and an old one counts no more', async () => {
    await addTestPerson(store.engine, 'owner@example.org', 'owner');
    const person = await addTestPerson(store.engine, 'ann@example.org');
    const audit = { personId: null, act: 'person-changed', subject: null, scope: 'owner', results: null } as const;
    const acts = [
      () => givePassword(store, person),
      () => store.engine.changePerson(person.id, { role: 'operator' }, audit),
      () => store.engine.changePerson(person.id, { isDisabled: true }, audit),
    ];
    for (const act of acts) {
      const before = (await store.engine.findSignIn(person.email))?.authVersion ?? 0;
      expect(await store.engine.findSignedIn(person.id, before)).not.toBeNull();
      await act();
      expect(await store.engine.findSignedIn(person.id, before)).toBeNull();
    }
    const last = (await store.engine.findSignIn(person.email))?.authVersion ?? 0;
    expect(await store.engine.findSignedIn(person.id, last)).toBeNull(); // disabled, whatever the version
  });
});
