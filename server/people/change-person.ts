import type { Person, Role } from '../contract/actor.ts';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { assertOwner } from './guard.ts';

export type PersonChange = { readonly email: string; readonly role?: Role; readonly isDisabled?: boolean };

/**
 * Changes a person's role or standing; all their sessions end with the next request. For owners.
 * Throws `conflict` when no owner would be left, `not-found` when there is no such person.
 */
export async function changePerson(scope: WriteScope, input: PersonChange): Promise<Person> {
  const by = assertOwner(scope);
  const person = await scope.engine.findPerson(input.email);
  const { role, isDisabled } = input;
  const to = { ...(role === undefined ? {} : { role }), ...(isDisabled === undefined ? {} : { isDisabled }) };
  const audit = {
    personId: by,
    act: 'person-changed',
    subject: String(person?.id ?? ''),
    scope: 'owner',
    results: null,
  } as const;
  const changed = person === null ? null : await scope.engine.changePerson(person.id, to, audit);
  if (changed === null) throw new AppError('not-found', `There is no person ${input.email}.`);
  return changed;
}
