import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBundled } from './bundle.mjs';
import { LaunchFailure, say } from './failure.mjs';
import { run } from './processes.mjs';
import { hashSources, readStamp, replaceFile } from './stamps.mjs';

/** All that a Next build is made of. */
const INPUTS = [
  ...['app', 'server', 'public', 'instrumentation.ts', 'proxy.ts', 'next.config.mjs', 'postcss.config.mjs'],
  ...['package-lock.json', 'tsconfig.json'],
];

/**
 * Builds the web app and the node bundles, if their sources changed since.
 * @param {string} root
 * @param {NodeJS.Dict<string>} env
 */
export async function ensureBuilt(root, env) {
  if (readStamp(stampPath(root)) !== hashSources(root, INPUTS)) await buildWeb(root, env);
  await ensureBundled(root);
}

/**
 * Builds the web app, whatever is there. Deletes the node bundles with the rest of the last build.
 * @param {string} root
 * @param {NodeJS.Dict<string>} env
 */
export async function buildWeb(root, env) {
  const stamp = hashSources(root, INPUTS); // before the build: what changes meanwhile is built next time
  rmSync(stampPath(root), { force: true });
  say('Building the web app …');
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  if ((await run(process.execPath, [next, 'build'], { cwd: root, env })) !== 0) {
    throw new LaunchFailure('The web app could not be built; Next says why above.');
  }
  replaceFile(stampPath(root), stamp);
}

/** @param {string} root */
function stampPath(root) {
  return join(root, '.next', '.scrollback-built');
}
