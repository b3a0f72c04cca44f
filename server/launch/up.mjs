// npm run up: from a fresh clone to a running server. `--dev` serves from the sources instead of a build.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { claimAddress, readAddress } from './address.mjs';
import { ensureBuilt } from './build-steps.mjs';
import { ensureBundled } from './bundle.mjs';
import { LaunchFailure, runScript } from './failure.mjs';
import { bundlesDir, launchEnvironment, ROOT } from './folders.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithNpm, passSignalsOn, run } from './processes.mjs';
import { serve } from './serve.mjs';

await runScript(async () => {
  passSignalsOn();
  endWithNpm(process.env);
  const isDev = process.argv.includes('--dev');
  const env = launchEnvironment(ROOT, process.env);
  const address = await claimAddress(readAddress(env));
  await ensureInstalled(ROOT, env);
  if (isDev) await ensureBundled(ROOT);
  else await ensureBuilt(ROOT, env);
  await migrate(env);
  return serve({ root: ROOT, env, address, mode: isDev ? 'dev' : 'start', onReady: (url) => void onReady(url, env) });
});

/** @param {NodeJS.Dict<string>} env */
async function migrate(env) {
  const main = join(bundlesDir(ROOT), 'cli', 'main.js');
  const status = await run(process.execPath, ['--enable-source-maps', main, 'migrate'], { cwd: ROOT, env });
  if (status === 0) return;
  throw new LaunchFailure(
    `The database in ${env['SCROLLBACK_DATA']} could not be brought up to date, so nothing is served; the reason stands above.`,
  );
}

/**
 * @param {string} url
 * @param {NodeJS.Dict<string>} env
 */
async function onReady(url, env) {
  const shown = env['SCROLLBACK_URL']?.trim() || url;
  process.stdout.write(`Scrollback is at ${shown}\n`);
  const path = (await readSetupPath(env)).trim();
  if (path !== '') process.stdout.write(`Nobody can sign in yet. Open this once to set it up: ${shown}${path}\n`);
}

/** @param {NodeJS.Dict<string>} env @returns {Promise<string>} empty when an owner can sign in */
async function readSetupPath(env) {
  const main = join(bundlesDir(ROOT), 'cli', 'main.js');
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'setup-link'], {
    cwd: ROOT,
    env: /** @type {NodeJS.ProcessEnv} */ (env),
  });
  return stdout;
}
