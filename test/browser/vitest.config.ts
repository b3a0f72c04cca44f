import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';

const { projects: _, ...shared } = base.test ?? {};
/** They hold the product to a time, or to what it shows at one moment: nothing else may run beside them. */
const ALONE = ['test/browser/long-session.test.ts', 'test/browser/samples.test.ts'];

/** The product in a real browser. Two files at once: much of the time of each goes by while its browser waits. */
export default mergeConfig(
  { ...base, test: shared },
  defineConfig({
    test: {
      globalSetup: ['test/browser/built.ts'],
      projects: [
        {
          extends: true,
          test: { name: 'beside', include: ['test/browser/**/*.test.ts'], exclude: ALONE, isolate: false },
        },
        { extends: true, test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } } },
      ],
    },
  }),
);
