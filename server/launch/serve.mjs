import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localUrl } from './address.mjs';
import { LaunchFailure } from './failure.mjs';
import { ended, isStopping, start } from './processes.mjs';

const POLL_MS = 50;

/**
 * Serves until the server ends or a signal ends it.
 * @param {object} what
 * @param {string} what.root
 * @param {NodeJS.Dict<string>} what.env
 * @param {import('./address.mjs').Address} what.address
 * @param {'start' | 'dev'} what.mode
 * @param {(url: string) => void} what.onReady called once it answers
 * @returns {Promise<number>} exit status: 0 when it was asked to end
 */
export async function serve({ root, env, address, mode, onReady }) {
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const args = [next, mode, '--hostname', address.host, '--port', String(address.port)];
  const all = {
    ...env,
    HOST: address.host,
    PORT: String(address.port),
    NEXTAUTH_URL: env['SCROLLBACK_URL']?.trim() || localUrl(address),
  };
  const child = start(process.execPath, args, {
    cwd: root,
    env: all,
    stdio: ['ignore', mode === 'dev' ? 2 : 'ignore', 2],
  });
  const end = ended(child).then((status) => ({ status }));
  const url = localUrl(address);
  const outcome = await Promise.race([end, answers(url, child)]);
  if (outcome === 'ready') onReady(url);
  const { status } = await end;
  if (isStopping()) return 0;
  throw new LaunchFailure(`The server ended by itself with status ${status}; the reason stands above.`);
}

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<'ready' | 'gone'>}
 */
async function answers(url, child) {
  while (child.exitCode === null && child.signalCode === null) {
    if (await isAnswered(`${url}/api/health`)) return 'ready';
    await sleep(POLL_MS);
  }
  return 'gone';
}

/**
 * @param {string} url
 * @returns {Promise<boolean>} whatever the answer is
 */
function isAnswered(url) {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      resolve(true);
    });
    request.once('error', () => resolve(false));
  });
}
