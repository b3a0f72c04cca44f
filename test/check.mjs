// npm run check: format, lint, types and architecture, in seconds. One line a step; what failed is shown below its line.
import { spawn } from 'node:child_process';
import { runScript } from '../server/launch/failure.mjs';
import { ROOT } from '../server/launch/folders.mjs';
import { ensureInstalled } from '../server/launch/install.mjs';

/** @typedef {{ name: string, commands: readonly (readonly string[])[] }} Step */

/** Started in this order, two at a time: the longest first. @type {readonly Step[]} */
const STEPS = [
  {
    name: 'types',
    commands: [
      ['next', 'typegen'],
      ['tsc', '--noEmit'],
    ],
  },
  { name: 'format and lint', commands: [['biome', 'ci', '--config-path=test/biome.json', '--colors=off', '.']] },
  { name: 'lint with types', commands: [['oxlint', '--type-aware', '-c', 'test/oxlint.json', '.']] },
  {
    name: 'architecture',
    commands: [['vitest', 'run', '--config', 'test/vitest.config.ts', 'test/architecture.test.ts']],
  },
];
const AT_ONCE = 2;

await runScript(async () => {
  await ensureInstalled(ROOT, process.env);
  const queue = [...STEPS];
  /** @type {boolean[]} */
  const results = [];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let step = queue.shift(); step; step = queue.shift()) results.push(await check(step));
  });
  await Promise.all(workers);
  return results.every(Boolean) ? 0 : 1;
});

/** @param {Step} step */
async function check({ name, commands }) {
  const startMs = performance.now();
  let isOk = true;
  let output = '';
  for (const [tool = '', ...args] of commands) {
    if (isOk) ({ isOk, output } = await runTool(tool, args));
  }
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  process.stdout.write(`${isOk ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(5)} s\n`);
  if (!isOk) process.stdout.write(`${output.trim()}\n`);
  return isOk;
}

/**
 * @param {string} tool in node_modules/.bin
 * @param {readonly string[]} args
 * @returns {Promise<{ isOk: boolean, output: string }>}
 */
function runTool(tool, args) {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', NEXT_TELEMETRY_DISABLED: '1' };
    const child = spawn(`${ROOT}/node_modules/.bin/${tool}`, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => resolve({ isOk: false, output: `${tool} could not be started: ${error.message}` }));
    child.once('close', (status) => resolve({ isOk: status === 0, output }));
  });
}
