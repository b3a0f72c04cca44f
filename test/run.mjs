// npm test: installs what the tests need, builds what tests serve and start, runs all tests, and ends with one line.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../server/launch/build-steps.mjs';
import { runScript, say } from '../server/launch/failure.mjs';
import { launchEnvironment, ROOT } from '../server/launch/folders.mjs';
import { ensureInstalled } from '../server/launch/install.mjs';
import { passSignalsOn, run } from '../server/launch/processes.mjs';
import { countTests, summary } from './count-tests.mjs';

await runScript(async () => {
  passSignalsOn();
  await ensureInstalled(ROOT, process.env);
  // Before any test runs: a build deletes the bundles that tests start.
  await ensureBuilt(ROOT, launchEnvironment(ROOT, process.env));
  const folder = mkdtempSync(join(tmpdir(), 'scrollback-test-'));
  try {
    const reportPath = join(folder, 'vitest.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`];
    const args = ['run', '--config', 'test/vitest.config.ts', ...reporters, ...process.argv.slice(2)];
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    // A test that forgets to name its own data folder must not meet the one of this repository.
    const env = launchEnvironment(ROOT, { ...process.env, SCROLLBACK_DATA: join(folder, 'data') });
    const status = await run(process.execPath, [vitest, ...args], { cwd: ROOT, env, stdio: ['ignore', 1, 2] });
    const counts = countTests(readReport(reportPath), status);
    if (counts.passed + counts.failed === 0) say('No test ran.');
    process.stdout.write(`${summary(counts)}\n`);
    return counts.failed > 0 || counts.passed === 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null; // vitest did not get so far
  }
}
