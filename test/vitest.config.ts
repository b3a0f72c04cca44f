import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  resolve: {
    alias: { 'server-only': fileURLToPath(new URL('./support/empty.ts', import.meta.url)) },
  },
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**'], // by their own configuration, which stands there
    pool: 'forks',
    maxWorkers: 2,
    // Generous: on a busy machine the same test takes five times as long, and a hang is seen all the same.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
