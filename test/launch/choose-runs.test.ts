import { expect, it } from 'vitest';
import { chooseRuns } from '../choose-runs.mjs';

const BROWSER_TESTS = ['test/browser/sign-in.test.ts', 'test/browser/team.test.ts'];

it.each([
  ['everything', [], ['node', 'browser']],
  ['a room', ['test/query'], ['node']],
  ['the browser’s own', ['test/browser'], ['browser']],
  ['one of the browser’s', ['./test/browser/team.test.ts'], ['browser']],
  ['a word that both know', ['sign-in'], ['node', 'browser']],
  ['a word that only the browser’s file names hold', ['team'], ['node', 'browser']],
  ['one of each', ['test/query', 'test/browser/team'], ['node', 'browser']],
  ['an option', ['-t', 'finds what was written'], ['node', 'browser']],
])('npm test with %s runs what can be meant', (_what, args, runs) => {
  expect(chooseRuns(args, BROWSER_TESTS)).toEqual(runs);
});
