import { afterAll, afterEach, expect } from 'vitest';
import type { Person, Role, SessionId } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { getHistory } from '../../server/history/get-history.ts';
import type { ReadScope, WriteScope } from '../../server/visibility/scope.ts';
import type { OpenStore, TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, type TestTranscript, writer } from '../support/transcripts.ts';

/** A store, and a person in it who imports and reads and sees nothing but what they imported. */
export type House = {
  readonly engine: Engine;
  readonly file: string;
  readonly person: Person;
  readonly read: ReadScope;
  /** The same person as a member: sees what they own. */
  readonly readOwn: ReadScope;
  readonly write: WriteScope;
};

/** Opens a house for a test, with these sessions in it. */
export type OpenHouse = (...transcripts: readonly TestTranscript[]) => Promise<House>;

/** What the conformance suite is given of an engine. `open` is for tests that share a store among themselves. */
export type TestedEngine = { readonly open: OpenStore; readonly openHouse: OpenHouse };

/** Each house is a store of its own, whose person is an owner: one who may see everything. */
export function separateHouses(open: OpenStore): OpenHouse {
  const opened: TestStore[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  return async (...transcripts) => {
    const store = open();
    opened.push(store);
    return moveIn(store, { email: 'ann@example.org', role: 'owner' }, transcripts);
  };
}

/** All houses are in one store, where each person sees only their own: for engines that take long to open. */
export function housesInOneStore(open: OpenStore): OpenHouse {
  let store: TestStore | null = null;
  let count = 0;
  afterAll(async () => {
    await store?.close();
  });
  return async (...transcripts) => {
    store ??= open();
    count += 1;
    return moveIn(store, { email: `ann-${count}@example.org`, role: 'member' }, transcripts);
  };
}

async function moveIn(
  { engine, file }: TestStore,
  who: { email: string; role: Role },
  transcripts: readonly TestTranscript[],
): Promise<House> {
  const person = await addTestPerson(engine, who.email, who.role);
  const readOwn = reader(engine, { ...person, role: 'member' });
  const house = { engine, file, person, read: reader(engine, person), readOwn, write: writer(engine, person) };
  for (const transcript of transcripts) await saveTestTranscript(house.write, transcript);
  return house;
}

/** Ids of the ordinary history of the session that tests make when they name none. */
export async function shownIds(house: House): Promise<readonly string[]> {
  const page = await getHistory(house.read, { session: 'native-1' });
  return page.messages.map((message) => message.messageId);
}

/** The index agrees with the messages, and so does everything else that a check looks at, whatever was deleted before. */
export async function expectSound({ engine }: House): Promise<void> {
  const checks = await engine.check();
  expect(checks.filter((check) => !check.ok && check.name !== 'purge')).toEqual([]);
}

/** Deletes the session that `name` means, as its owner. */
export async function deleteNamed(house: House, name: string): Promise<void> {
  await house.engine.deleteSession(house.write.reach, await sessionIdOf(house, name));
}

export async function sessionIdOf(house: House, name: string): Promise<SessionId> {
  const [session] = await house.engine.findSessions(house.read.reach, name);
  if (session === undefined) throw new Error(`There is no session ${name}.`);
  return session.id;
}
