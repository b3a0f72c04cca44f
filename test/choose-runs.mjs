import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {'node' | 'browser'} Run */

const BROWSER = 'test/browser/';

/**
 * Which of the two runs of tests the arguments of `npm test` can mean: vitest takes the files whose path holds a word. With
 * an option among them, whose value may look like a word, both are meant.
 * @param {readonly string[]} args
 * @param {readonly string[]} browserTests paths from the root
 * @returns {readonly Run[]}
 */
export function chooseRuns(args, browserTests) {
  if (args.length === 0 || args.some((arg) => arg.startsWith('-'))) return ['node', 'browser'];
  const words = args.map((arg) => arg.replace(/^\.\//, ''));
  const isBrowser = words.some((word) => browserTests.some((path) => path.includes(word)));
  const isNode = words.some((word) => !word.startsWith(BROWSER.slice(0, -1)));
  return [...(isNode ? /** @type {const} */ (['node']) : []), ...(isBrowser ? /** @type {const} */ (['browser']) : [])];
}

/**
 * @param {string} root
 * @returns {string[]}
 */
export function listBrowserTests(root) {
  return readdirSync(join(root, BROWSER))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${BROWSER}${name}`);
}
