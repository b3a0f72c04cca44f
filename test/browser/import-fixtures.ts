import path from 'node:path';
import type { Person } from '../../server/contract/actor.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { importPaths } from '../../server/ingest/import-paths.ts';
import type { Served } from '../served/server.ts';
import { reader, writer } from '../support/transcripts.ts';

const FIXTURES = path.resolve(process.cwd(), 'test/fixtures/import');

/** Imports the small transcripts of `test/fixtures/import` for a person, past the server. Gives the ids of the sessions. */
export async function importFixtures({ store }: Served, person: Person): Promise<readonly string[]> {
  const input = { paths: [FIXTURES], format: null, restoresDeleted: false, uploadFolder: null };
  const run = { nowMs: Date.now(), onProgress: () => undefined, signal: new AbortController().signal };
  await importPaths(writer(store.engine, person), input, run);
  return (await listSessions(reader(store.engine, person), { limit: 200 })).sessions.map(({ sessionId }) => sessionId);
}
