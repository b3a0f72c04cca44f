// npm run worlds: plays many random worlds against what plain arrays say. It is slower than `npm test` allows.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBundled } from '../server/launch/bundle.mjs';
import { runScript } from '../server/launch/failure.mjs';
import { bundlesDir, launchEnvironment, ROOT } from '../server/launch/folders.mjs';
import { ensureInstalled } from '../server/launch/install.mjs';

await runScript(async () => {
  await ensureInstalled(ROOT, process.env);
  await ensureBundled(ROOT);
  Object.assign(process.env, launchEnvironment(ROOT, process.env));
  process.chdir(ROOT);
  const outfile = join(bundlesDir(ROOT), `worlds-${process.pid}.js`);
  process.once('exit', () => rmSync(outfile, { force: true }));
  const { build } = await import('esbuild'); // not before it is installed
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['test/worlds/main.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'error',
  });
  await import(pathToFileURL(outfile).href);
  return undefined; // the program sets its own exit status
});
