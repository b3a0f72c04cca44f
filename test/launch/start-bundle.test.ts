import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryRoot } from './temporary-root.ts';

const LAUNCH = pathToFileURL(join(process.cwd(), 'server/launch')).href;
const PROGRAM = `
  const { SCROLLBACK_DATA: data, SCROLLBACK_BUNDLES: bundles } = process.env;
  console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), data, bundles }));
  process.exitCode = Number(process.argv[2] ?? 0);
`;

describe('a bundled program', () => {
  it('gets its arguments, the folder where it was asked for, and absolute folders', () => {
    const root = temporaryRoot({ 'program.mjs': PROGRAM, 'typed/here': '' });
    const env = { INIT_CWD: join(root, 'typed'), npm_lifecycle_event: 'scrollback', SCROLLBACK_DATA: 'd' };
    const { status, stdout, stderr } = launch(root, ['0', '--as', 'a b', 'ü'], env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      args: ['0', '--as', 'a b', 'ü'],
      cwd: realpathSync(join(root, 'typed')),
      data: join(root, 'd'),
      bundles: join(root, '.next/node'),
    });
  });

  it('sets the exit status', () => {
    const root = temporaryRoot({ 'program.mjs': PROGRAM });
    expect(launch(root, ['2'], {}).status).toBe(2);
  });

  it('is not started with a data folder in build output', () => {
    const root = temporaryRoot({ 'program.mjs': PROGRAM });
    const { status, stdout, stderr } = launch(root, [], { SCROLLBACK_DATA: '.next/data' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^SCROLLBACK_DATA is .*choose a folder outside \.next\.\n$/);
  });
});

/** As `scrollback.mjs` does it, with a program of the test's own. */
function launch(root: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const script = `
    import { runScript } from '${LAUNCH}/failure.mjs';
    import { startBundle } from '${LAUNCH}/start-bundle.mjs';
    const what = { root: '${root}', path: '${root}/program.mjs', script: 'scrollback' };
    await runScript(() => startBundle(what));
  `;
  const input = ['--input-type=module', '--eval', script, 'program', ...args];
  return spawnSync(process.execPath, input, {
    cwd: root,
    env: { NODE_ENV: 'test', PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });
}
