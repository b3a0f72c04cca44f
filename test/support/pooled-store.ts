import path from 'node:path';
import { openPooledEngine } from '../../server/engine/sqlite/pooled.ts';
import { ensureBundled } from '../../server/launch/bundle.mjs';
import { openTestStore, type StoreOptions, type TestStore } from './test-store.ts';

export const BUNDLES = path.resolve(process.cwd(), '.next/node');
const DEADLINE_MS = 15_000;

/** Child processes and the command line run from bundles: makes them, if their sources changed. */
export async function bundlePrograms(): Promise<void> {
  await ensureBundled(process.cwd());
}

/** The same store behind read children, as the server has it. One child, since a test asks one thing after the other. */
export function openPooledTestStore(options: StoreOptions = {}): TestStore {
  const store = openTestStore(options);
  process.env['SCROLLBACK_DATA'] = store.dataDir;
  process.env['SCROLLBACK_BUNDLES'] = BUNDLES;
  const childFile = path.join(BUNDLES, 'children/read-child.js');
  // The clock of the pool stands: tests ask more than people do, and none of theirs is to wait for a second child.
  const engine = openPooledEngine(store.engine, { childFile, size: 1, deadlineMs: DEADLINE_MS, now: () => 0 });
  return {
    ...store,
    engine,
    close: async () => {
      await engine.close();
      await store.close();
    },
  };
}
