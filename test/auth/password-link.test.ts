import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LINK_LIFE_HOURS } from '../../app/(signed-in)/team/link-life.ts';
import { choosePassword, findPasswordToken, makePasswordToken } from '../../server/auth/password-link.ts';
import { signIn } from '../../server/auth/sign-in.ts';
import type { Person } from '../../server/contract/actor.ts';
import { NOW_MS, openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson } from '../support/transcripts.ts';
import { auditRows } from './audit-rows.ts';

const LIFE_MS = 72 * 3600 * 1000;
const PASSWORD = 'correct horse battery';
const OVER = { kind: 'not-found', message: 'This link is over or was used already. Ask for a new one.' };

describe('a link to choose a password', () => {
  let store: TestStore;
  let clock = NOW_MS;
  beforeEach(() => {
    clock = NOW_MS;
    store = openTestStore({ now: () => clock });
  });
  afterEach(() => store.close());

  const make = (person: Person | null) =>
    makePasswordToken(store.engine, { for: person?.id ?? null, by: null, nowMs: clock });
  const choose = (token: string, password = PASSWORD, email = 'typed@example.org') =>
    choosePassword(store.engine, { token, email, password });
  const canSignIn = async (email: string, password = PASSWORD) =>
    (await signIn(store.engine, { email, password, address: 'here' }, async () => undefined)) !== null;

  it('works once, for the person whom it was made for, whatever e-mail is typed', async () => {
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    const token = await make(ann);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await findPasswordToken(store.engine, token)).toEqual({ personId: ann.id, email: 'ann@example.org' });
    expect(await choose(token)).toMatchObject({ id: ann.id, email: 'ann@example.org', hasPassword: true });
    await expect(choose(token, 'another horse battery')).rejects.toMatchObject(OVER);
    expect(await findPasswordToken(store.engine, token)).toBeNull();
    expect(await canSignIn('ann@example.org')).toBe(true);
    expect(await canSignIn('ann@example.org', 'another horse battery')).toBe(false);
    expect(
      auditRows(store.file)
        .map(({ act }) => act)
        .slice(0, 2),
    ).toEqual(['password-link-made', 'password-set']);
  });

  it('of two uses at the same moment exactly one counts', async () => {
    const token = await make(await addTestPerson(store.engine, 'ann@example.org'));
    const uses = await Promise.allSettled(
      ['first horse battery', 'second horse battery'].map((each) => choose(token, each)),
    );
    expect(uses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is good to its last millisecond and over at the very one that it ends', async () => {
    const token = await make(await addTestPerson(store.engine, 'ann@example.org'));
    clock = NOW_MS + LIFE_MS - 1;
    expect(await findPasswordToken(store.engine, token)).not.toBeNull();
    clock = NOW_MS + LIFE_MS;
    expect(await findPasswordToken(store.engine, token)).toBeNull();
    expect(LINK_LIFE_HOURS * 3600 * 1000).toBe(LIFE_MS); // what the team page promises
    await expect(choose(token)).rejects.toMatchObject(OVER);
  });

  it('is void when a newer one is made, when the password is set otherwise, and while the person is disabled', async () => {
    await addTestPerson(store.engine, 'owner@example.org', 'owner');
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    const bob = await addTestPerson(store.engine, 'bob@example.org');
    const [first, others] = [await make(ann), await make(bob)];
    const second = await make(ann);
    await expect(choose(first)).rejects.toMatchObject(OVER);
    expect(await findPasswordToken(store.engine, second)).not.toBeNull();
    expect(await findPasswordToken(store.engine, others)).not.toBeNull();

    const audit = { personId: ann.id, act: 'person-changed', subject: null, scope: 'owner', results: null } as const;
    await store.engine.changePerson(ann.id, { isDisabled: true }, audit);
    await expect(choose(second)).rejects.toMatchObject(OVER);
    await store.engine.changePerson(ann.id, { isDisabled: false }, audit);
    await store.engine.setPassword(ann.id, 'a hash', audit);
    await expect(choose(second)).rejects.toMatchObject(OVER);
  });

  it('makes the first owner, and is dead once there is anybody', async () => {
    const token = await make(null);
    await expect(choose(token, PASSWORD, 'no address')).rejects.toMatchObject({ kind: 'bad-input' });
    await expect(choose(token, 'short')).rejects.toMatchObject({ kind: 'bad-input' });
    expect(await choose(token, PASSWORD, ' First@Example.org ')).toMatchObject({
      email: 'first@example.org',
      role: 'owner',
      hasPassword: true,
    });
    await expect(choose(token)).rejects.toMatchObject(OVER);
    expect(await store.engine.countPeople()).toBe(1);
  });

  it('makes no second owner when somebody came first by another way', async () => {
    const token = await make(null);
    await addTestPerson(store.engine, 'somebody@example.org');
    expect(await findPasswordToken(store.engine, token)).toBeNull();
    await expect(choose(token)).rejects.toMatchObject(OVER);
    expect(await store.engine.findFirstOwner()).toBeNull();
  });

  it('a guess, a part of it, its hash and its other spelling are all just over', async () => {
    const token = await make(await addTestPerson(store.engine, 'ann@example.org'));
    const [{ token_hash: hash }] = withDatabase(store.file, (client) =>
      client.prepare('SELECT token_hash FROM password_link').all(),
    ) as [{ token_hash: string }];
    for (const guess of [
      hash,
      token.slice(1),
      `${token}=`,
      ` ${token}`,
      token.toLowerCase(),
      '',
      '%',
      'x'.repeat(200),
    ]) {
      await expect(choose(guess)).rejects.toMatchObject(OVER);
    }
    expect(await findPasswordToken(store.engine, token)).not.toBeNull();
  });

  it('is kept as a hash only', async () => {
    const token = await make(await addTestPerson(store.engine, 'ann@example.org'));
    const dump = withDatabase(store.file, (client) =>
      ['password_link', 'audit_event', 'person']
        .map((table) => JSON.stringify(client.prepare(`SELECT * FROM ${table}`).all()))
        .join(),
    );
    expect(dump).not.toContain(token);
    expect(dump).toMatch(/"token_hash":"[\w-]{43}"/);
  });

  it('says in the audit log for whom it was made', async () => {
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    await make(ann);
    expect(auditRows(store.file).at(-1)).toMatchObject({ act: 'password-link-made', subject: String(ann.id) });
  });
});
