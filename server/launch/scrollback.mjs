// npm run -s scrollback -- COMMAND: the command line. Needs no Next build.
import { join } from 'node:path';
import { ensureBundled } from './bundle.mjs';
import { runScript } from './failure.mjs';
import { bundlesDir, ROOT } from './folders.mjs';
import { ensureInstalled } from './install.mjs';
import { startBundle } from './start-bundle.mjs';

await runScript(async () => {
  await ensureInstalled(ROOT, process.env);
  await ensureBundled(ROOT);
  await startBundle({ root: ROOT, path: join(bundlesDir(ROOT), 'cli', 'main.js'), script: 'scrollback' });
  return undefined; // the program sets its own exit status
});
