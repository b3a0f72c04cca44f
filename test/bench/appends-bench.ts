import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { migrate } from '../../server/engine/sqlite/migrate.ts';
import { databaseFile, readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { type KillRound, killRound } from '../live/append-kills.ts';
import { LiveServer } from '../live/live-server.ts';
import type { BenchOptions } from './bench-options.ts';
import { Random } from './random.ts';
import { type BenchReport, barAtMost } from './report.ts';

const APPENDS = 10_000;
const SEARCHES = 200;

/** `kill -9` of the server during 10,000 appends, as many times as asked: what was acknowledged is there, and once. */
export async function benchAppends({ runs, seed, bundlesDir }: BenchOptions): Promise<BenchReport> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'scrollback-appends-'));
  const definition = { folder: path.join(bundlesDir, 'drizzle', 'sqlite') };
  migrate(databaseFile(dataDir), definition);
  const engine = openLocalEngine({
    file: databaseFile(dataDir),
    definition,
    isReadOnly: false,
    secret: readStoreSecret(dataDir),
    readParts: recordParts,
    readToolText: recordToolText,
    now: Date.now,
  });
  const person = await engine.addPerson({ email: 'writer@example.org', role: 'member' });
  const server = await LiveServer.open(dataDir, bundlesDir);
  const random = new Random(seed);
  const rounds: KillRound[] = [];
  try {
    for (let round = 0; round < runs; round += 1)
      rounds.push(await killRound(server, person, { appends: APPENDS, round, searches: SEARCHES, random }));
    const faults = (await engine.check()).filter((check) => !check.ok).length;
    const total = (name: 'lost' | 'twice' | 'notFound' | 'misplaced'): number =>
      rounds.reduce((sum, each) => sum + each[name], 0);
    return {
      name: 'appends',
      corpus: { kills: runs, appends: APPENDS, writers: 4, seed },
      rows: rounds.map((each, index) => ({ kill: index + 1, ...each })),
      bars: [
        barAtMost('acknowledged and lost', total('lost'), 0),
        barAtMost('stored twice', total('twice'), 0),
        barAtMost('acknowledged and not found', total('notFound'), 0),
        barAtMost('in the wrong place', total('misplaced'), 0),
        barAtMost('faults of the store', faults, 0),
      ],
    };
  } finally {
    await server.kill();
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
