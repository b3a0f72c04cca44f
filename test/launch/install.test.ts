import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LaunchFailure } from '../../server/launch/failure.mjs';
import { ensureInstalled, isLockInstalled, refuseOldNode } from '../../server/launch/install.mjs';
import { explainMissing, missingTools } from '../../server/launch/toolchain.mjs';
import { temporaryRoot, writeFiles, writeProgram } from './temporary-root.ts';

const LOCK = { packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'x' } } };
const BROKEN_DATABASE = { 'node_modules/better-sqlite3/index.js': "throw new Error('no binary')" };
const SOUND_DATABASE = { 'node_modules/better-sqlite3/index.js': 'module.exports = class { close() {} };' };
/** An npm that writes down how it was called, and puts a database in place when it rebuilds one. */
const NPM = `echo "$@" >> calls; [ "$1" = ci ] && mkdir -p node_modules/better-sqlite3 && cp package-lock.json node_modules/.package-lock.json
[ "$1" = rebuild ] && echo 'module.exports = class { close() {} };' > node_modules/better-sqlite3/index.js; exit 0`;

describe('what is installed', () => {
  const optional = { 'node_modules/b': { version: '1.0.0', optional: true } };

  it.each([
    ['the same packages', LOCK, LOCK, true],
    ['no record', LOCK, null, false],
    ['a package that is absent', LOCK, { packages: {} }, false],
    ['another version', LOCK, { packages: { 'node_modules/a': { version: '1.0.1', integrity: 'x' } } }, false],
    ['other contents', LOCK, { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'y' } } }, false],
    ['an optional package that is absent', { packages: { ...LOCK.packages, ...optional } }, LOCK, true],
  ])('is judged by its contents: %s', (_what, wanted, present, isInstalled) => {
    const root = temporaryRoot({ 'package-lock.json': JSON.stringify(wanted) });
    if (present) writeFiles(root, { 'node_modules/.package-lock.json': JSON.stringify(present) });
    expect(isLockInstalled(root)).toBe(isInstalled);
  });

  it('is this repository, as these tests run', () => {
    expect(isLockInstalled(process.cwd())).toBe(true);
  });
});

describe('installing', () => {
  it('installs without the packages’ own scripts, builds the database, and does neither twice', async () => {
    const { root, env, calls } = fresh({});
    await ensureInstalled(root, env);
    expect(calls()).toEqual([
      expect.stringMatching(/^ci --ignore-scripts --include=dev .*--loglevel=error$/),
      expect.stringMatching(/^rebuild better-sqlite3 /),
    ]);
    await ensureInstalled(root, env);
    expect(calls()).toHaveLength(2);
  });

  it('takes what somebody installed by hand', async () => {
    const { root, env, calls } = fresh({ 'node_modules/.package-lock.json': JSON.stringify(LOCK), ...SOUND_DATABASE });
    await ensureInstalled(root, env);
    expect(calls()).toEqual([]);
  });

  it('installs again when the lock file changes', async () => {
    const { root, env, calls } = fresh({ 'node_modules/.package-lock.json': JSON.stringify(LOCK), ...SOUND_DATABASE });
    await ensureInstalled(root, env);
    writeFiles(root, { 'package-lock.json': JSON.stringify({ packages: { 'node_modules/c': { version: '2.0.0' } } }) });
    await ensureInstalled(root, env);
    expect(calls()).toEqual([expect.stringMatching(/^ci /)]);
  });

  it('builds a database that does not load, as after a change of Node', async () => {
    const { root, env, calls } = fresh({ 'node_modules/.package-lock.json': JSON.stringify(LOCK), ...BROKEN_DATABASE });
    await ensureInstalled(root, env);
    expect(calls()).toEqual([expect.stringMatching(/^rebuild better-sqlite3 /)]);
  });

  it('says what to install where the database must be compiled and cannot be', async () => {
    const { root, env, calls } = fresh({ 'node_modules/.package-lock.json': JSON.stringify(LOCK), ...BROKEN_DATABASE });
    const bare = { ...env, PATH: join(root, 'nothing') };
    await expect(ensureInstalled(root, bare)).rejects.toThrow(
      /must be compiled, but python3, make and a C\+\+ compiler are missing: install .*apt-get install python3 make g\+\+/,
    );
    expect(calls()).toEqual([]);
    expect(existsSync(join(root, 'node_modules/.scrollback-installed'))).toBe(false);
  });

  it('needs no tools where a ready build can be had', async () => {
    const { root, env } = fresh({
      'node_modules/.package-lock.json': JSON.stringify(LOCK),
      ...BROKEN_DATABASE,
      'node_modules/prebuild-install/bin.js':
        "require('fs').writeFileSync('index.js', 'module.exports = class { close() {} };')",
    });
    await ensureInstalled(root, { ...env, PATH: '' });
    expect(existsSync(join(root, 'node_modules/.scrollback-installed'))).toBe(true);
  });

  it('says in one sentence that npm failed', async () => {
    const { root, env } = fresh({});
    writeProgram(join(root, 'bin'), 'npm', 'exit 1');
    await expect(ensureInstalled(root, env)).rejects.toThrow(LaunchFailure);
    expect(existsSync(join(root, 'node_modules/.scrollback-installed'))).toBe(false);
  });

  it('refuses a Node that is too old', () => {
    for (const version of ['18.20.4', '20.8.1']) expect(() => refuseOldNode(version)).toThrow(`this is ${version}`);
    for (const version of ['20.9.0', '22.0.0']) expect(() => refuseOldNode(version)).not.toThrow();
  });
});

describe('the tools to compile with', () => {
  it('are looked for on the path, and by the variables that name them', () => {
    const root = temporaryRoot();
    for (const name of ['python3', 'clang++']) writeProgram(root, name, '');
    writeFiles(root, { make: 'not a program' });
    expect(missingTools({ PATH: root })).toEqual(['make']);
    expect(missingTools({ PATH: '', PYTHON: 'p', MAKE: 'm', CXX: 'c' })).toEqual([]);
  });

  it('are named in one sentence', () => {
    expect(explainMissing(['make'])).toContain('but make is missing: install');
    expect(explainMissing(['python3', 'make'])).toContain('but python3 and make are missing: install');
  });
});

function fresh(files: Readonly<Record<string, string>>) {
  const root = temporaryRoot({ 'package-lock.json': JSON.stringify(LOCK), ...files });
  writeProgram(join(root, 'bin'), 'npm', NPM);
  for (const tool of ['python3', 'make', 'c++']) writeProgram(join(root, 'bin'), tool, '');
  const env = { PATH: `${join(root, 'bin')}:/usr/bin:/bin` };
  const path = join(root, 'calls');
  const calls = () => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);
  return { root, env, calls };
}
