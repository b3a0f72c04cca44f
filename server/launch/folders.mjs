import { isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaunchFailure } from './failure.mjs';

/** The repository's root, without a separator at its end. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** @param {string} root */
export function bundlesDir(root) {
  return join(root, '.next', 'node');
}

/**
 * The absolute data folder. A relative one is meant from the root, wherever the command was typed.
 * @param {string} root
 * @param {string | undefined} value SCROLLBACK_DATA
 */
export function resolveDataDir(root, value) {
  const path = resolve(root, value?.trim() || 'data');
  if (!path.split(sep).includes('.next')) return path;
  throw new LaunchFailure(
    `SCROLLBACK_DATA is ${path}, inside build output, which the next build deletes: choose a folder outside .next.`,
  );
}

/**
 * The environment of everything that is started: absolute folders, no telemetry. NODE_ENV is left to who is started:
 * one that a shell exports (a build with "development") breaks a Next build.
 * @param {string} root
 * @param {NodeJS.Dict<string>} env
 * @returns {NodeJS.Dict<string>}
 */
export function launchEnvironment(root, env) {
  const { NODE_ENV: _, ...others } = env;
  return {
    ...others,
    SCROLLBACK_DATA: resolveDataDir(root, env['SCROLLBACK_DATA']),
    SCROLLBACK_BUNDLES: bundlesDir(root),
    NEXT_TELEMETRY_DISABLED: '1',
  };
}

/**
 * The folder where a person typed the command: npm changes to the root, and keeps the other in INIT_CWD. A program that
 * npm started for another script inherits INIT_CWD too, so it counts for this script only.
 * @param {NodeJS.Dict<string>} env
 * @param {string} script name in package.json
 * @param {string} cwd
 */
export function callerDir(env, script, cwd) {
  const typedIn = env['npm_lifecycle_event'] === script ? env['INIT_CWD'] : undefined;
  return typedIn && isAbsolute(typedIn) ? typedIn : cwd;
}
