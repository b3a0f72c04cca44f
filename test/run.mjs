// npm test: installs what the tests need, builds what tests serve and start, runs all tests, and ends with one line.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../server/launch/build-steps.mjs';
import { runScript, say } from '../server/launch/failure.mjs';
import { launchEnvironment, ROOT } from '../server/launch/folders.mjs';
import { ensureInstalled } from '../server/launch/install.mjs';
import { passSignalsOn, run } from '../server/launch/processes.mjs';
import { ensureChromium } from './browser/find-chromium.mjs';
import { chooseRuns, listBrowserTests } from './choose-runs.mjs';
import { addCounts, countTests, summary } from './count-tests.mjs';

const CONFIGS = { node: 'test/vitest.config.ts', browser: 'test/browser/vitest.config.ts' };

await runScript(async () => {
  passSignalsOn();
  const args = process.argv.slice(2);
  const runs = chooseRuns(args, listBrowserTests(ROOT));
  await ensureInstalled(ROOT, process.env);
  // What is missing is said before minutes have passed.
  if (runs.includes('browser')) await ensureChromium(process.env);
  // Before any test runs: a build deletes the bundles that tests start.
  await ensureBuilt(ROOT, launchEnvironment(ROOT, process.env));
  const folder = mkdtempSync(join(tmpdir(), 'scrollback-test-'));
  try {
    const all = [];
    for (const name of runs) all.push(await runVitest(CONFIGS[name], args, folder));
    const counts = addCounts(all);
    if (counts.passed + counts.failed === 0) say('No test ran.');
    process.stdout.write(`${summary(counts)}\n`);
    return counts.failed > 0 || counts.passed === 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * @param {string} config
 * @param {readonly string[]} args
 * @param {string} folder for what the run leaves
 */
async function runVitest(config, args, folder) {
  const report = join(folder, `${config.replaceAll('/', '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const all = ['run', '--config', config, '--passWithNoTests', ...reporters, ...args];
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  // A test that forgets to name its own data folder must not meet the one of this repository.
  const env = launchEnvironment(ROOT, { ...process.env, SCROLLBACK_DATA: join(folder, 'data') });
  const status = await run(process.execPath, [vitest, ...all], { cwd: ROOT, env, stdio: ['ignore', 1, 2] });
  return countTests(readReport(report), status);
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null; // vitest did not get so far
  }
}
