import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findMocking } from './find-mocking.mjs';
import { LongFirst } from './long-first.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const all = { include: ['test/**/*.test.ts'], exclude: ['test/browser/**'] }; // those by their own configuration
const mocking = findMocking(root);

export default defineConfig({
  root,
  resolve: {
    alias: { 'server-only': fileURLToPath(new URL('./support/empty.ts', import.meta.url)) },
  },
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // Generous: on a busy machine the same test takes five times as long, and a hang is seen all the same.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      // To load the modules anew for each file takes longer than most files do.
      {
        extends: true,
        test: {
          name: 'shared',
          include: all.include,
          exclude: [...all.exclude, ...mocking],
          isolate: false,
          setupFiles: ['test/support/leave-nothing.ts'],
        },
      },
      // A module can be mocked only in a process that has not loaded it yet.
      {
        extends: true,
        test: { name: 'mocking', include: mocking, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
