import { hashPassword } from '../auth/password.ts';
import { makePasswordToken } from '../auth/password-link.ts';
import type { Settings } from '../env.ts';
import { AppError } from '../errors.ts';
import type { Store } from '../runtime.ts';
import { addPersonAccessUnchecked } from './people.ts';

/**
 * Makes the first owner that the environment names, or gives a passwordless owner of that e-mail the password. Null when
 * it did, or nothing is named; else one sentence on why the two variables are ignored. Throws `bad-input`.
 */
export async function ownerFromEnvironmentAccessUnchecked(
  engine: Store,
  owner: Settings['owner'],
): Promise<string | null> {
  if (owner === null) return null;
  const passwordHash = await hashPassword(owner.password);
  const isFirst = (await engine.countPeople()) === 0;
  const person = isFirst
    ? await addPersonAccessUnchecked(engine, { email: owner.email, role: 'owner' })
    : await engine.findPerson(owner.email);
  if (person?.role !== 'owner' || person.hasPassword) {
    return 'SCROLLBACK_OWNER_EMAIL and SCROLLBACK_OWNER_PASSWORD are ignored: there is an owner already who is somebody else or has a password.';
  }
  await setPasswordAccessUnchecked(engine, { email: person.email, passwordHash });
  return null;
}

/** Sets a person's password and ends their sessions. Throws `bad-input` for an unknown e-mail. */
export async function setPasswordAccessUnchecked(
  engine: Store,
  choice: { email: string; passwordHash: string },
): Promise<void> {
  const person = await engine.findPerson(choice.email);
  if (person === null)
    throw new AppError('bad-input', `There is no person ${choice.email}. Add them with \`user add\`.`);
  const audit = {
    personId: null,
    act: 'password-set',
    subject: String(person.id),
    scope: 'command-line',
    results: null,
  } as const;
  await engine.setPassword(person.id, choice.passwordHash, audit);
}

/**
 * Path of a one-time link to set the instance up, while no owner can sign in: it makes the first owner, or gives the
 * passwordless one a password. Null when an owner can sign in, or there are people but none of them is an owner.
 */
export async function setupPathAccessUnchecked(engine: Store, nowMs: number): Promise<string | null> {
  const people = await engine.listPeople();
  const owners = people.filter((person) => person.role === 'owner' && !person.isDisabled);
  if (owners.some((person) => person.hasPassword)) return null;
  const [owner] = owners;
  if (owner === undefined && people.length > 0) return null;
  const token = await makePasswordToken(engine, { for: owner?.id ?? null, by: null, nowMs });
  return `/setup?token=${token}`;
}
