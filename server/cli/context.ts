import type { Person } from '../contract/actor.ts';
import { openCommandEngine, type Store } from '../runtime.ts';
import { type ReadScope, readScope, type WriteScope, writeScope } from '../visibility/scope.ts';
import { firstOwnerAccessUnchecked, personByEmailAccessUnchecked } from './people.ts';

/** Runs a command's work and closes the store whatever happens. */
export async function withEngine<Result>(work: (engine: Store) => Promise<Result>): Promise<Result> {
  const engine = openCommandEngine();
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** `--as EMAIL`, or the first person of role owner. */
export async function commandReader(engine: Store, email: string | undefined): Promise<ReadScope> {
  return readScope(engine, { type: 'person', person: await actingPerson(engine, email) });
}

export async function commandWriter(engine: Store, email: string | undefined): Promise<WriteScope> {
  return writeScope(engine, { type: 'person', person: await actingPerson(engine, email) });
}

function actingPerson(engine: Store, email: string | undefined): Promise<Person> {
  return email === undefined ? firstOwnerAccessUnchecked(engine) : personByEmailAccessUnchecked(engine, email);
}
