import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choosePassword, findPasswordToken } from '../../server/auth/password-link.ts';
import { signIn } from '../../server/auth/sign-in.ts';
import type { Person, Role } from '../../server/contract/actor.ts';
import { changePassword } from '../../server/people/change-password.ts';
import { changePerson } from '../../server/people/change-person.ts';
import { invitePerson } from '../../server/people/invite-person.ts';
import { listPeople } from '../../server/people/list-people.ts';
import { renewPasswordLink } from '../../server/people/renew-link.ts';
import type { WriteScope } from '../../server/visibility/scope.ts';
import { auditRows, breakAudit, mendAudit } from '../auth/audit-rows.ts';
import { NOW_MS, openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, writer } from '../support/transcripts.ts';

const PASSWORD = 'correct horse battery';

describe('people', () => {
  let store: TestStore;
  const people = new Map<Role, Person>();
  const as = (role: Role): WriteScope => writer(store.engine, people.get(role) as Person);
  const idOf = (role: Role): number => people.get(role)?.id ?? 0;
  const standing = async () =>
    (await store.engine.listPeople()).map(({ email, role, isDisabled }) => [email, role, isDisabled]);

  beforeEach(async () => {
    store = openTestStore();
    for (const role of ['owner', 'operator', 'member'] as const)
      people.set(role, await addTestPerson(store.engine, `${role}@example.org`, role));
  });
  afterEach(() => store.close());

  it('H1: are the business of owners alone, whoever is asked about', async () => {
    const before = await standing();
    for (const role of ['operator', 'member'] as const) {
      const scope = as(role);
      for (const email of ['owner@example.org', `${role}@example.org`, 'nobody@example.org']) {
        for (const act of [
          () => invitePerson(scope, { email, role: 'owner' }, NOW_MS),
          () => changePerson(scope, { email, role: 'owner' }),
          () => changePerson(scope, { email, isDisabled: true }),
          () => renewPasswordLink(scope, { email }, NOW_MS),
          () => listPeople(scope),
        ]) {
          await expect(act()).rejects.toMatchObject({ kind: 'forbidden', message: 'Only an owner can manage people.' });
        }
      }
    }
    expect(await standing()).toEqual(before);
    expect(auditRows(store.file)).toEqual([]);
  });

  it('are invited with a link that works, and both acts are in the audit log with who and whom', async () => {
    const { email, token } = await invitePerson(as('owner'), { email: 'New@Example.org', role: 'operator' }, NOW_MS);
    expect(email).toBe('new@example.org');
    const person = await choosePassword(store.engine, { token, email: '', password: PASSWORD });
    expect(person).toMatchObject({ email: 'new@example.org', role: 'operator', hasPassword: true });
    const whom = { personId: idOf('owner'), subject: String(person.id) };
    expect(auditRows(store.file)).toMatchObject([
      { act: 'person-added', ...whom },
      { act: 'password-link-made', ...whom },
      { act: 'password-set', personId: person.id },
    ]);
    await expect(invitePerson(as('owner'), { email, role: 'member' }, NOW_MS)).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  it('get a new link that voids the one before', async () => {
    const scope = as('owner');
    const first = await renewPasswordLink(scope, { email: 'member@example.org' }, NOW_MS);
    const second = await renewPasswordLink(scope, { email: 'member@example.org' }, NOW_MS);
    expect(await findPasswordToken(store.engine, first.token)).toBeNull();
    expect(await findPasswordToken(store.engine, second.token)).toMatchObject({ email: 'member@example.org' });
    await expect(renewPasswordLink(scope, { email: 'nobody@example.org' }, NOW_MS)).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  it('keep one owner who can act: the last one is neither demoted nor disabled', async () => {
    const scope = as('owner');
    const refused = { kind: 'conflict', message: 'This is the last owner. Make another person an owner first.' };
    const email = 'owner@example.org';
    await expect(changePerson(scope, { email, role: 'member' })).rejects.toMatchObject(refused);
    await expect(changePerson(scope, { email, isDisabled: true })).rejects.toMatchObject(refused);
    await changePerson(scope, { email: 'operator@example.org', role: 'owner' });
    await changePerson(scope, { email: 'operator@example.org', isDisabled: true });
    // A disabled owner does not count.
    await expect(changePerson(scope, { email, role: 'member' })).rejects.toMatchObject(refused);
    await changePerson(scope, { email: 'member@example.org', role: 'owner' });
    expect(await changePerson(scope, { email, isDisabled: true })).toMatchObject({ isDisabled: true });
    expect(await standing()).toEqual([
      ['member@example.org', 'owner', false],
      ['operator@example.org', 'owner', true],
      ['owner@example.org', 'owner', true],
    ]);
    const acts = auditRows(store.file).map(({ act, personId, subject }) => [act, personId, subject]);
    expect(acts).toEqual(
      [idOf('operator'), idOf('operator'), idOf('member'), idOf('owner')].map((id) => [
        'person-changed',
        idOf('owner'),
        String(id),
      ]),
    );
  });

  it('change nothing without their audit row: it is in the act’s own transaction', async () => {
    const scope = as('owner');
    const before = await standing();
    const { token } = await renewPasswordLink(scope, { email: 'member@example.org' }, NOW_MS);
    breakAudit(store.file);
    const acts = [
      () => invitePerson(scope, { email: 'new@example.org', role: 'owner' }, NOW_MS),
      () => changePerson(scope, { email: 'member@example.org', role: 'owner' }),
      () => changePerson(scope, { email: 'member@example.org', isDisabled: true }),
      () => renewPasswordLink(scope, { email: 'member@example.org' }, NOW_MS),
      () => choosePassword(store.engine, { token, email: '', password: PASSWORD }),
    ];
    for (const act of acts) await expect(act()).rejects.toThrow('no audit');
    mendAudit(store.file);
    expect(await standing()).toEqual(before);
    // The link is neither used up nor replaced.
    expect(await choosePassword(store.engine, { token, email: '', password: PASSWORD })).toMatchObject({
      hasPassword: true,
    });
  });

  it('H4: change their own password with the present one only', async () => {
    const { token } = await renewPasswordLink(as('owner'), { email: 'member@example.org' }, NOW_MS);
    await choosePassword(store.engine, { token, email: '', password: PASSWORD });
    const scope = as('member');
    const change = (current: string, next: string) => changePassword(scope, { current, next }, async () => undefined);
    await expect(change('a guess that is wrong', 'another horse battery')).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(change(PASSWORD, 'short')).rejects.toMatchObject({ kind: 'bad-input' });
    // An operator without a password has nothing to change.
    await expect(changePassword(as('operator'), { current: '', next: 'another horse battery' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await change(PASSWORD, 'another horse battery');
    const fits = async (password: string) =>
      (await signIn(store.engine, { email: 'member@example.org', password, address: '' }, async () => undefined)) !==
      null;
    expect(await fits(PASSWORD)).toBe(false);
    expect(await fits('another horse battery')).toBe(true);
  });

  it('H6: guess their present password no faster than a stranger signs in: wrong ones count for the account', async () => {
    const { token } = await renewPasswordLink(as('owner'), { email: 'member@example.org' }, NOW_MS);
    await choosePassword(store.engine, { token, email: '', password: PASSWORD });
    const before = auditRows(store.file).length;
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    const change = (current: string) => changePassword(as('member'), { current, next: 'another horse battery' }, wait);
    for (let count = 0; count < 6; count += 1) {
      await expect(change('a guess that is wrong')).rejects.toMatchObject({ kind: 'forbidden' });
    }
    expect(waits).toEqual([0, 0, 0, 0, 500, 1000]);
    const failed = { act: 'sign-in-failed', personId: idOf('member'), subject: null, scope: 'member' };
    expect(auditRows(store.file).slice(before)).toEqual(waits.map(() => failed));

    // Both ways in share one count, and the right password begins anew.
    const attempt = { email: 'member@example.org', password: 'a guess that is wrong', address: 'elsewhere' };
    expect(await signIn(store.engine, attempt, wait)).toBeNull();
    await change(PASSWORD);
    await expect(change(PASSWORD)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(waits.slice(6)).toEqual([2000, 2000, 0]);
  });
});
