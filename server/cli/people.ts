import { type Person, type Role, roleSchema } from '../contract/actor.ts';
import { emailSchema } from '../contract/person.ts';
import { AppError } from '../errors.ts';
import type { Store } from '../runtime.ts';

/**
 * Adds a person without a password. For the command line: whoever can start it can read the database anyway.
 * Throws `bad-input` for an e-mail or role that is none, `conflict` when the e-mail is taken.
 */
export async function addPersonAccessUnchecked(
  engine: Store,
  person: { email: string; role: string },
): Promise<Person> {
  return engine.addPerson({ email: parseEmail(person.email), role: parseRole(person.role) });
}

function parseEmail(email: string): string {
  const parsed = emailSchema.safeParse(email);
  if (!parsed.success)
    throw new AppError('bad-input', `"${email}" is not an e-mail address. Write it as name@example.com.`);
  return parsed.data;
}

function parseRole(role: string): Role {
  const parsed = roleSchema.safeParse(role);
  if (!parsed.success)
    throw new AppError('bad-input', `"${role}" is not a role. Use one of ${roleSchema.options.join(', ')}.`);
  return parsed.data;
}

/** The person that an e-mail names. Throws `bad-input` when there is none. */
export async function personByEmailAccessUnchecked(engine: Store, email: string): Promise<Person> {
  const person = await engine.findPerson(parseEmail(email));
  if (person === null)
    throw new AppError('bad-input', `There is no person ${email}. Add them with \`user add ${email} --role member\`.`);
  return person;
}

/** The first person of role owner: whom the command line acts as when nobody is named. Throws `bad-input` when there is none. */
export async function firstOwnerAccessUnchecked(engine: Store): Promise<Person> {
  const owner = await engine.findFirstOwner();
  if (owner === null)
    throw new AppError(
      'bad-input',
      'There is no person of role owner yet. Add one with `user add EMAIL --role owner`, or name a person with --as EMAIL.',
    );
  return owner;
}

/** Whose sessions an import makes. On a database without people, the named person becomes its owner, without a password. */
export async function importOwnerAccessUnchecked(engine: Store, email: string | null): Promise<Person> {
  if (email === null) return firstOwnerAccessUnchecked(engine);
  if ((await engine.countPeople()) === 0) return addPersonAccessUnchecked(engine, { email, role: 'owner' });
  return personByEmailAccessUnchecked(engine, email);
}
