import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Engine } from './engine/engine.ts';
import { openLocalEngine } from './engine/sqlite/local.ts';
import { type Definition, migrate } from './engine/sqlite/migrate.ts';
import { openPooledEngine } from './engine/sqlite/pooled.ts';
import { databaseFile, readStoreSecret } from './engine/sqlite/store-files.ts';
import { readSettings, type Settings, saysRoots } from './env.ts';
import { homeRoots } from './ingest/home-folders.ts';
import { recordParts, recordToolText } from './ingest/record-parts.ts';
import { JobRunner } from './operate/job-runner.ts';
import { LiveLane } from './operate/live-lane.ts';
import { PushInbox } from './operate/push-inbox.ts';

const READ_CHILDREN = 2;
const SEARCH_DEADLINE_MS = 2000;

export type Store = Engine;
export type Runtime = {
  readonly engine: Store;
  readonly jobs: JobRunner;
  readonly live: LiveLane;
  readonly push: PushInbox;
  readonly auth: AuthSecrets;
  readonly settings: Settings;
};
/** What next-auth needs to know of this instance. */
export type AuthSecrets = { readonly secret: string; readonly isSecure: boolean };

/** Next bundles instrumentation and routes apart, so module state would exist several times: one Symbol holds it. */
const KEY = Symbol.for('scrollback.runtime');
const SHUTDOWN_KEY = Symbol.for('scrollback.shutdown');
const holder = globalThis as { [KEY]?: Runtime; [SHUTDOWN_KEY]?: AbortController };

/** The server's engine, opened at the first call. Throws `AppError` of kind `broken` when the store cannot be used. */
export function getRuntime(): Runtime {
  holder[KEY] ??= openRuntime();
  return holder[KEY];
}

/** Aborted when the process is asked to end: what streams ends then, since the server waits for every open answer. */
export function shutdownSignal(): AbortSignal {
  return shutdown().signal;
}

/** From now on the signals that end a process end what streams first. */
export function endStreamsOnSignals(emitter: Pick<NodeJS.Process, 'once'>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) emitter.once(signal, () => shutdown().abort());
}

function shutdown(): AbortController {
  holder[SHUTDOWN_KEY] ??= new AbortController();
  return holder[SHUTDOWN_KEY];
}

/** The command line's own engine, over a store that is made or brought up to date first. It works beside a server. */
export function openCommandEngine(): Store {
  const { dataDir, bundlesDir } = readSettings();
  migrate(databaseFile(dataDir), definitionIn(bundlesDir));
  return openStore({ dataDir, bundlesDir });
}

function openRuntime(): Runtime {
  const given = readSettings();
  const settings = saysRoots() ? given : { ...given, importRoots: homeRoots(homedir()) };
  // What waited when the last server was killed belongs to no job any more.
  rmSync(uploadsDir(settings), { recursive: true, force: true });
  const secret = createHmac('sha256', readStoreSecret(settings.dataDir)).update('sign-in').digest('base64url');
  const jobs = new JobRunner(path.join(settings.bundlesDir, 'children', 'write-child.js'));
  return {
    engine: openServerEngine(settings),
    jobs,
    live: new LiveLane(jobs),
    push: new PushInbox(spoolDir(settings), jobs),
    auth: { secret, isSecure: settings.publicOrigin?.startsWith('https:') ?? false },
    settings,
  };
}

/** Where uploads wait for their import. */
export function uploadsDir({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return path.join(dataDir, 'uploads');
}

/** Where copies of files that are pushed grow. */
export function spoolDir({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return path.join(dataDir, 'spool');
}

/** The transcripts that come with the product. */
export function samplesDir({ bundlesDir }: Pick<Settings, 'bundlesDir'>): string {
  return path.join(bundlesDir, 'samples');
}

function openServerEngine({ dataDir, bundlesDir }: Settings): Store {
  const childFile = path.join(bundlesDir, 'children', 'read-child.js');
  const local = openStore({ dataDir, bundlesDir });
  return openPooledEngine(local, { childFile, size: READ_CHILDREN, deadlineMs: SEARCH_DEADLINE_MS });
}

function openStore({ dataDir, bundlesDir }: { dataDir: string; bundlesDir: string }): Store {
  return openLocalEngine({
    file: databaseFile(dataDir),
    definition: definitionIn(bundlesDir),
    isReadOnly: false,
    secret: readStoreSecret(dataDir),
    readParts: recordParts,
    bulkThread: { file: path.join(bundlesDir, 'children', 'bulk-thread.js') },
    readToolText: recordToolText,
    now: Date.now,
  });
}

function definitionIn(bundlesDir: string): Definition {
  return { folder: path.join(bundlesDir, 'drizzle', 'sqlite') };
}
