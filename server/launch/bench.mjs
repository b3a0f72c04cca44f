// npm run -s bench -- NAME: a measurement of test/bench.
import { join } from 'node:path';
import { ensureBuilt } from './build-steps.mjs';
import { ensureBenchBundled, ensureBundled } from './bundle.mjs';
import { runScript } from './failure.mjs';
import { bundlesDir, launchEnvironment, ROOT } from './folders.mjs';
import { ensureInstalled } from './install.mjs';
import { startBundle } from './start-bundle.mjs';

await runScript(async () => {
  await ensureInstalled(ROOT, process.env);
  if (process.argv[2] === 'load') await ensureBuilt(ROOT, launchEnvironment(ROOT, process.env));
  await ensureBundled(ROOT);
  await ensureBenchBundled(ROOT);
  await startBundle({ root: ROOT, path: join(bundlesDir(ROOT), 'bench', 'main.js'), script: 'bench' });
  return undefined; // the program sets its own exit status
});
