/** The process that the damaged files are imported in: what crashes or hangs is this one, and never who counts. */
import path from 'node:path';
import type { Person } from '../../server/contract/actor.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { migrate } from '../../server/engine/sqlite/migrate.ts';
import { openFile } from '../../server/engine/sqlite/open.ts';
import { databaseFile, readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { examineAccessUnchecked } from '../../server/operate/doctor.ts';
import { type BatchVerdict, type FaultPlace, importFaults } from './fault-batch.ts';
import { faultInputs } from './fault-inputs.ts';

export const FAULT_CHILD = 'faults-child';

export type FaultChildSettings = {
  readonly folder: string;
  readonly dataDir: string;
  readonly bundlesDir: string;
  readonly count: number;
  readonly seed: number;
};

/** Indexes of inputs, or null for the checks at the end. */
export type ToFaultChild = { readonly indexes: readonly number[] | null };
export type FromFaultChild =
  | { readonly type: 'ready' | 'step' }
  | { readonly type: 'batch'; readonly verdict: BatchVerdict; readonly peakMib: number }
  | { readonly type: 'end'; readonly faults: readonly string[]; readonly peakMib: number };

const EMAILS = ['first@example.com', 'second@example.com'] as const;
/** Records in a session of somebody else than the owner of the file they came from. */
const FOREIGN_RECORDS = `
  SELECT count(*) FROM record_block
  JOIN session ON session.id = record_block.session_id
  JOIN source_file ON source_file.id = record_block.source_id
  WHERE session.owner_id <> source_file.owner_id`;

/** Answers the parent process until it hangs up. */
export async function runFaultChild(settings: FaultChildSettings): Promise<void> {
  const inputs = faultInputs(settings);
  const place = await openPlace(settings);
  const tell = (message: FromFaultChild): void => void process.send?.(message);
  const answer = async ({ indexes }: ToFaultChild): Promise<void> => {
    if (indexes === null) return tell({ type: 'end', faults: await checkStore(place, settings), peakMib: peakMib() });
    const wanted = indexes.flatMap((index) => inputs[index] ?? []);
    const verdict = await importFaults(place, wanted, () => tell({ type: 'step' }));
    tell({ type: 'batch', verdict, peakMib: peakMib() });
  };
  // What fails here ends the process, and the parent counts it.
  process.on('message', (message) => void answer(message as ToFaultChild));
  process.on('disconnect', () => void place.engine.close());
  tell({ type: 'ready' });
}

async function openPlace(settings: FaultChildSettings): Promise<FaultPlace> {
  const definition = { folder: path.join(settings.bundlesDir, 'drizzle', 'sqlite') };
  const file = databaseFile(settings.dataDir);
  migrate(file, definition);
  const engine = openLocalEngine({
    file,
    definition,
    isReadOnly: false,
    secret: readStoreSecret(settings.dataDir),
    readParts: recordParts,
    readToolText: recordToolText,
    now: Date.now,
  });
  const findOrAdd = async (email: string): Promise<Person> =>
    (await engine.findPerson(email)) ?? engine.addPerson({ email, role: 'member' });
  const people = [await findOrAdd(EMAILS[0]), await findOrAdd(EMAILS[1])] as const;
  return { engine, people, folder: settings.folder, nowMs: Date.now() };
}

async function checkStore({ engine }: FaultPlace, { dataDir }: FaultChildSettings): Promise<readonly string[]> {
  const { checks } = await examineAccessUnchecked(engine);
  const faults = checks.filter((check) => !check.ok).map((check) => `${check.name}: ${check.detail}`);
  const { client } = openFile(databaseFile(dataDir), { isReadOnly: true, mustExist: true, now: Date.now });
  try {
    const foreign = client.prepare<[], number>(FOREIGN_RECORDS).pluck().get() ?? 0;
    return foreign === 0 ? faults : [...faults, `${foreign} blocks of records are in another person’s sessions`];
  } finally {
    client.close();
  }
}

/** The most memory that this process ever held. */
function peakMib(): number {
  return process.resourceUsage().maxRSS / 1024;
}
