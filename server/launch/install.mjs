import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchFailure, say } from './failure.mjs';
import { run } from './processes.mjs';
import { readStamp, replaceFile } from './stamps.mjs';
import { explainMissing, missingTools } from './toolchain.mjs';

/**
 * Makes `node_modules` what `package-lock.json` says, for this Node: installs when it is not, compiles SQLite when it does
 * not load. Packages' own install scripts do not run; better-sqlite3 is the one that needs its build.
 * @param {string} root
 * @param {NodeJS.Dict<string>} env
 */
export async function ensureInstalled(root, env) {
  refuseOldNode(process.versions.node);
  const stampPath = join(root, 'node_modules', '.scrollback-installed');
  const stamp = installStamp(readFileSync(join(root, 'package-lock.json')));
  if (readStamp(stampPath) === stamp) return;
  if (!isLockInstalled(root)) {
    say('Installing packages …');
    const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
    if ((await npm(['ci', ...flags], root, env)) !== 0) {
      throw new LaunchFailure('The packages could not be installed; npm says why above. Mend that and run this again.');
    }
  }
  if (!(await loadsDatabase(root, env))) await buildDatabase(root, env);
  replaceFile(stampPath, stamp);
}

/** @param {string} version */
export function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 9)) return;
  throw new LaunchFailure(`Scrollback needs Node 20.9 or newer, and this is ${version}: install a newer one.`);
}

/**
 * True when npm's own record of what it installed holds every package of the lock in the same version. Optional packages
 * may be missing: most are for other machines.
 * @param {string} root
 */
export function isLockInstalled(root) {
  const recordPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(recordPath)) return false;
  const present = readPackages(recordPath);
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    const found = present[path];
    if (path === '') return true;
    if (!found) return wanted.optional === true || wanted.devOptional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @param {string} path
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}

/** @param {Uint8Array} lock */
function installStamp(lock) {
  const { modules, node } = process.versions;
  const machine = `${process.platform} ${process.arch} ${modules} ${node.split('.')[0]}`;
  return createHash('sha256').update(machine).update(lock).digest('hex');
}

/**
 * @param {string} root
 * @param {NodeJS.Dict<string>} env
 */
async function loadsDatabase(root, env) {
  const script = "new (require('better-sqlite3'))(':memory:').close()";
  return (await run(process.execPath, ['-e', script], { cwd: root, env, stdio: 'ignore' })) === 0;
}

/**
 * @param {string} root
 * @param {NodeJS.Dict<string>} env
 */
async function buildDatabase(root, env) {
  const missing = missingTools(env);
  if (missing.length > 0) {
    // Without tools there is one hope, a ready build from the network, and asking for it alone gives a clear answer.
    const cwd = join(root, 'node_modules', 'better-sqlite3');
    const prebuild = join(root, 'node_modules', 'prebuild-install', 'bin.js');
    await run(process.execPath, [prebuild], { cwd, env, stdio: 'ignore' });
    if (!(await loadsDatabase(root, env))) throw new LaunchFailure(explainMissing(missing));
    return;
  }
  say('Building SQLite; where it must be compiled this takes a few minutes, once …');
  if ((await npm(['rebuild', 'better-sqlite3'], root, env)) !== 0 || !(await loadsDatabase(root, env))) {
    throw new LaunchFailure('better-sqlite3 could not be built; npm says why above. Mend that and run this again.');
  }
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {NodeJS.Dict<string>} env
 */
function npm(args, cwd, env) {
  // Under `npm run -s` the environment asks for silence, and a failed install would say nothing.
  const all = [...args, '--loglevel=error'];
  const cli = env['npm_execpath'];
  if (cli?.endsWith('npm-cli.js')) return run(process.execPath, [cli, ...all], { cwd, env });
  return run('npm', all, { cwd, env });
}
