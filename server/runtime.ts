import { createHmac } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from './engine/engine.ts';
import { openLocalEngine } from './engine/sqlite/local.ts';
import { type Definition, migrate } from './engine/sqlite/migrate.ts';
import { openPooledEngine } from './engine/sqlite/pooled.ts';
import { databaseFile, readStoreSecret } from './engine/sqlite/store-files.ts';
import { readSettings, type Settings } from './env.ts';
import { JobRunner } from './operate/job-runner.ts';

const READ_CHILDREN = 2;
const SEARCH_DEADLINE_MS = 2000;

export type Store = Engine;
export type Runtime = {
  readonly engine: Store;
  readonly jobs: JobRunner;
  readonly auth: AuthSecrets;
  readonly settings: Settings;
};
/** What next-auth needs to know of this instance. */
export type AuthSecrets = { readonly secret: string; readonly isSecure: boolean };

/** Next bundles instrumentation and routes apart, so module state would exist several times: one Symbol holds it. */
const KEY = Symbol.for('scrollback.runtime');
const holder = globalThis as { [KEY]?: Runtime };

/** The server's engine, opened at the first call. Throws `AppError` of kind `broken` when the store cannot be used. */
export function getRuntime(): Runtime {
  holder[KEY] ??= openRuntime();
  return holder[KEY];
}

/** The command line's own engine, over a store that is made or brought up to date first. It works beside a server. */
export function openCommandEngine(): Store {
  const { dataDir, bundlesDir } = readSettings();
  migrate(databaseFile(dataDir), definitionIn(bundlesDir));
  return openStore({ dataDir, bundlesDir });
}

function openRuntime(): Runtime {
  const settings = readSettings();
  // What waited when the last server was killed belongs to no job any more.
  rmSync(uploadsDir(settings), { recursive: true, force: true });
  const secret = createHmac('sha256', readStoreSecret(settings.dataDir)).update('sign-in').digest('base64url');
  return {
    engine: openServerEngine(settings),
    jobs: new JobRunner(path.join(settings.bundlesDir, 'children', 'write-child.js')),
    auth: { secret, isSecure: settings.publicOrigin?.startsWith('https:') ?? false },
    settings,
  };
}

/** Where uploads wait for their import. */
export function uploadsDir({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return path.join(dataDir, 'uploads');
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
    now: Date.now,
  });
}

function definitionIn(bundlesDir: string): Definition {
  return { folder: path.join(bundlesDir, 'drizzle', 'sqlite') };
}
