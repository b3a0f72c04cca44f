import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchFailure } from './failure.mjs';
import { bundlesDir } from './folders.mjs';
import { hashSources, readStamp, replaceFile } from './stamps.mjs';

/** Programs that run in plain Node; `server/a/b.ts` becomes `.next/node/a/b.js`. */
const ENTRIES = [
  'server/cli/main.ts',
  ...['read-child', 'write-child', 'bulk-thread'].map((name) => `server/children/${name}.ts`),
];
const INPUTS = ['server', 'drizzle', 'package-lock.json', 'tsconfig.json'];
const BENCH_ENTRY = 'test/bench/main.ts';
/** Packages of many small files, all of them ES modules: Node looked for each of the files at every start. */
const BUNDLED_PACKAGES = new Set(['drizzle-orm', 'stemmer', 'zod']);

/**
 * Bundles the command line and the child processes, if their sources changed since.
 * @param {string} root
 */
export async function ensureBundled(root) {
  const stampPath = join(bundlesDir(root), '.stamp');
  const stamp = hashSources(root, INPUTS);
  if (readStamp(stampPath) === stamp) return;
  rmSync(stampPath, { force: true });
  await bundle(root, { entries: ENTRIES, outbase: 'server' });
  copyFiles(root, { from: 'drizzle/sqlite', to: 'drizzle/sqlite', pattern: /\.(?:sql|json)$/ });
  copyFiles(root, { from: 'server/ingest/samples', to: 'samples', pattern: /\.jsonl?$/ });
  replaceFile(stampPath, stamp);
}

/**
 * Bundles the measurements, if their sources changed since.
 * @param {string} root
 */
export async function ensureBenchBundled(root) {
  const stampPath = join(bundlesDir(root), 'bench', '.stamp');
  const stamp = hashSources(root, [...INPUTS, 'test']);
  if (readStamp(stampPath) === stamp) return;
  rmSync(stampPath, { force: true });
  await bundle(root, { entries: [BENCH_ENTRY], outbase: 'test' });
  replaceFile(stampPath, stamp);
}

/**
 * @param {string} root
 * @param {{ entries: readonly string[], outbase: string }} what
 */
async function bundle(root, { entries, outbase }) {
  const { build, stop } = await import('esbuild');
  const result = await build({
    absWorkingDir: root,
    entryPoints: [...entries],
    outbase,
    outdir: bundlesDir(root),
    write: false,
    bundle: true,
    external: externalPackages(root),
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
  }).catch((error) => {
    throw new LaunchFailure(`The command line could not be bundled: ${firstProblem(error)}`);
  });
  await stop();
  // The package.json that Next writes into .next says CommonJS.
  replaceFile(join(bundlesDir(root), 'package.json'), '{ "type": "module" }\n');
  for (const file of result.outputFiles) replaceFile(file.path, file.contents);
}

/**
 * All packages but a few; those have their place in node_modules, and some are no ES modules.
 * @param {string} root
 */
function externalPackages(root) {
  /** @type {{ packages?: Record<string, { dependencies?: object, devDependencies?: object }> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const names = Object.keys({ ...packages?.['']?.dependencies, ...packages?.['']?.devDependencies });
  return names.filter((name) => !BUNDLED_PACKAGES.has(name));
}

/**
 * The migrations and samples of a bundle travel with it, so that they and the code are of one version.
 * @param {string} root
 * @param {{ from: string, to: string, pattern: RegExp }} what
 */
function copyFiles(root, { from, to, pattern }) {
  const source = join(root, from);
  const wanted = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => pattern.test(path));
  for (const path of wanted.filter((path) => statSync(join(source, path)).isFile())) {
    replaceFile(join(bundlesDir(root), to, path), readFileSync(join(source, path)));
  }
}

/** @param {unknown} error */
function firstProblem(error) {
  const problems = /** @type {{ errors?: import('esbuild').Message[] }} */ (error).errors;
  const first = problems?.[0];
  if (!first) return String(error);
  return first.location ? `${first.text} (${first.location.file}:${first.location.line})` : first.text;
}
