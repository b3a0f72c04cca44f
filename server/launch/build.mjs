// npm run build: the web app, then the node bundles, which a Next build deletes.
import { buildWeb } from './build-steps.mjs';
import { ensureBundled } from './bundle.mjs';
import { runScript } from './failure.mjs';
import { launchEnvironment, ROOT } from './folders.mjs';
import { ensureInstalled } from './install.mjs';
import { passSignalsOn } from './processes.mjs';

await runScript(async () => {
  passSignalsOn();
  const env = launchEnvironment(ROOT, process.env);
  await ensureInstalled(ROOT, env);
  await buildWeb(ROOT, env);
  await ensureBundled(ROOT);
  return 0;
});
