import type { PersonId } from '../contract/actor.ts';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';

/** People are the business of owners. Throws `forbidden` for everybody else, whoever is asked about. */
export function assertOwner(scope: WriteScope): PersonId {
  if (scope.actor.person.role !== 'owner') throw new AppError('forbidden', 'Only an owner can manage people.');
  return scope.actor.person.id;
}
