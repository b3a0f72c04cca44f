import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LaunchFailure, say } from '../../server/launch/failure.mjs';
import { run } from '../../server/launch/processes.mjs';

/**
 * It asks nobody for anything by itself: what a test sees in the network comes from the page. And it finds nobody but the
 * server: to stop requests one by one would switch the cache of the browser off.
 */
export const CHROMIUM_FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
];

const PLACES = ['/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const SAYS_HOW =
  'The browser tests need Chromium or Chrome, and there is none: install it (Debian: apt-get install chromium), or name ' +
  'its program in SCROLLBACK_CHROMIUM.';

/**
 * The path of a Chromium or Chrome of this machine. Throws a `LaunchFailure` that says what to install.
 * @param {NodeJS.Dict<string>} env
 * @param {(path: string) => boolean} isThere
 * @returns {string}
 */
export function findChromium(env, isThere = existsSync) {
  const named = env['SCROLLBACK_CHROMIUM']?.trim();
  if (named) {
    if (isThere(named)) return named;
    throw new LaunchFailure(
      `SCROLLBACK_CHROMIUM is ${named}, and there is no such file: name the program of a Chromium.`,
    );
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = [...PLACES, ...onPath].find((path) => isThere(path));
  if (found === undefined) throw new LaunchFailure(SAYS_HOW);
  return found;
}

/**
 * The same; where it is missing and this process may install packages (root, apt-get), it does so first.
 * @param {NodeJS.Dict<string>} env
 * @returns {Promise<string>}
 */
export async function ensureChromium(env) {
  try {
    return findChromium(env);
  } catch (failure) {
    if (env['SCROLLBACK_CHROMIUM']?.trim() || !mayInstall()) throw failure;
    say('Installing Chromium for the browser tests …');
    if (!(await install(env))) await aptGet(['update'], env).then(() => install(env));
    return findChromium(env);
  }
}

function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** @param {NodeJS.Dict<string>} env */
function install(env) {
  return aptGet(['install', '-y', '--no-install-recommends', 'chromium'], env);
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.Dict<string>} env
 */
async function aptGet(args, env) {
  const all = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  return (await run('/usr/bin/apt-get', args, { cwd: '/', env: all })) === 0;
}
