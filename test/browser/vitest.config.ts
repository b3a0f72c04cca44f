import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';

const { projects: _, ...shared } = base.test ?? {};

/** The product in a real browser. Two files at once: much of the time of each goes by while its browser waits. */
export default mergeConfig(
  { ...base, test: shared },
  defineConfig({
    test: { include: ['test/browser/**/*.test.ts'], isolate: false, globalSetup: ['test/browser/built.ts'] },
  }),
);
