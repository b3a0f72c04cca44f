import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';

/** The product in a real browser: one at a time, since a server, a browser and the test share the machine. */
export default mergeConfig(
  { ...base, test: { ...base.test, projects: [] } },
  defineConfig({ test: { include: ['test/browser/**/*.test.ts'], maxWorkers: 1 } }),
);
