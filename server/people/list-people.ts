import type { Person } from '../contract/actor.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { assertOwner } from './guard.ts';

/** All people, by e-mail. For owners. */
export async function listPeople(scope: WriteScope): Promise<readonly Person[]> {
  assertOwner(scope);
  return scope.engine.listPeople();
}
