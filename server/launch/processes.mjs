import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { LaunchFailure } from './failure.mjs';

const GRACE_MS = 10_000;
const WATCH_MS = 500;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** @type {NodeJS.Signals | null} */
let stoppedBy = null;

/**
 * @typedef {object} StartOptions
 * @property {string} cwd
 * @property {NodeJS.Dict<string>} [env]
 * @property {import('node:child_process').StdioOptions} [stdio] Default: no input, all output to standard error.
 */

/**
 * Starts a program that ends with this one, if this one is asked to end by a signal.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {StartOptions} options
 */
export function start(command, args, { cwd, env = process.env, stdio = ['ignore', 2, 2] }) {
  if (stoppedBy) throw new LaunchFailure(`Stopped by ${stoppedBy}.`);
  const child = spawn(command, args, { cwd, env: /** @type {NodeJS.ProcessEnv} */ (env), stdio });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/**
 * The status that a program ended with, as a shell counts it: 128 and the signal's number when a signal ended it.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(child);
      reject(new LaunchFailure(`${child.spawnfile} could not be started: ${error.message}.`));
    });
    child.once('close', (code, signal) => resolve(code ?? 128 + signalNumber(signal)));
  });
}

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {StartOptions} options
 * @returns {Promise<number>} its status
 */
export async function run(command, args, options) {
  const status = await ended(start(command, args, options));
  if (stoppedBy) throw new LaunchFailure(`Stopped by ${stoppedBy}.`);
  return status;
}

/** From now on a signal ends the programs started here first: politely, by force after 10 s or at a second signal. */
export function passSignalsOn() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const isFirst = stoppedBy === null;
      stoppedBy ??= signal;
      if (running.size === 0) process.exit(128 + signalNumber(signal));
      for (const child of running) child.kill(isFirst ? 'SIGTERM' : 'SIGKILL');
      setTimeout(killAll, GRACE_MS).unref();
    });
  }
}

/**
 * Ends as by SIGTERM once npm is gone that started this script: killed by force, it cannot pass anything on. A script that
 * was started otherwise may outlive who started it.
 * @param {NodeJS.Dict<string>} env
 */
export function endWithNpm(env) {
  const parent = process.ppid;
  if (env['npm_lifecycle_event'] === undefined || parent === 1) return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, WATCH_MS);
  timer.unref();
}

/** True once a signal has asked this process to end. */
export function isStopping() {
  return stoppedBy !== null;
}

function killAll() {
  for (const child of running) child.kill('SIGKILL');
}

/** @param {NodeJS.Signals | null} signal */
function signalNumber(signal) {
  return signal ? constants.signals[signal] : 0;
}
