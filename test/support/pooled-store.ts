import path from 'node:path';
import { openPooledEngine } from '../../server/engine/sqlite/pooled.ts';
import { ensureBundled } from '../../server/launch/bundle.mjs';
import { openTestStore, type StoreOptions, type TestStore } from './test-store.ts';

export const BUNDLES = path.resolve(process.cwd(), '.next/node');
const DEADLINE_MS = 15_000;
const LONG_MS = 3_600_000;

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
  // Tests ask more than people do. Whatever they used is long ago, so that none of theirs waits for a second child.
  let nowMs = 0;
  const now = (): number => {
    nowMs += LONG_MS;
    return nowMs;
  };
  const engine = openPooledEngine(store.engine, { childFile, size: 1, deadlineMs: DEADLINE_MS, now });
  return {
    ...store,
    engine,
    close: async () => {
      await engine.close();
      await store.close();
    },
  };
}
