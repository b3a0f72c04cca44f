import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryRoot } from './temporary-root.ts';

const LAUNCH = pathToFileURL(join(process.cwd(), 'server/launch')).href;
const NEXT = 'node_modules/next/dist/bin/next';
/** Stands for `next start`: serves its process id, and ends politely unless it is told not to. */
const SERVER = `
  const [, , mode, , host, , port] = process.argv;
  const server = require('http').createServer((_, response) => response.end(String(process.pid)));
  if (process.env.STUBBORN) process.on('SIGTERM', () => console.error('not now'));
  else process.on('SIGTERM', () => server.close(() => process.exit(143)));
  setTimeout(() => server.listen(Number(port), host), 50);
`;

describe('serving', () => {
  it('says the address once the server answers, and ends it when asked to', async () => {
    const { process: launcher, address } = await serveStub({});
    const child = Number(await fetchText(await address));
    launcher.kill('SIGTERM');
    expect(await once(launcher, 'close')).toEqual([0, null]);
    expect(isAlive(child)).toBe(false);
  });

  it('ends by force a server that does not end, at the second signal', async () => {
    const { process: launcher, address, said } = await serveStub({ STUBBORN: '1' });
    const child = Number(await fetchText(await address));
    launcher.kill('SIGINT');
    await said('not now');
    expect(isAlive(child)).toBe(true);
    launcher.kill('SIGINT');
    expect(await once(launcher, 'close')).toEqual([0, null]);
    expect(isAlive(child)).toBe(false);
  });

  it('ends with the npm that started it, even when that is killed by force', async () => {
    const { process: npm, address } = await serveStub({ npm_lifecycle_event: 'up' }, 'wait');
    const child = Number(await fetchText(await address));
    npm.kill('SIGKILL');
    await once(npm.stderr, 'end'); // nobody holds the other end any more
    expect(isAlive(child)).toBe(false);
  });

  it('fails in one sentence when the server ends by itself', async () => {
    const root = temporaryRoot({ [NEXT]: "console.error('no build'); process.exit(3);" });
    const { process: launcher, output } = start(root, {});
    expect(await once(launcher, 'close')).toEqual([1, null]);
    expect(output()).toBe('no build\nThe server ended by itself with status 3; the reason stands above.\n');
  });
});

async function serveStub(env: Readonly<Record<string, string>>, parent?: 'wait') {
  const started = start(temporaryRoot({ [NEXT]: SERVER }), env, parent);
  const address = started.said(/http:\/\/127\.0\.0\.1:\d+/);
  return { ...started, address };
}

/** Starts the launcher, or a shell that starts it and waits. */
function start(root: string, env: Readonly<Record<string, string>>, parent?: 'wait') {
  const script = `
    import { claimAddress } from '${LAUNCH}/address.mjs';
    import { runScript } from '${LAUNCH}/failure.mjs';
    import { endWithNpm, passSignalsOn } from '${LAUNCH}/processes.mjs';
    import { serve } from '${LAUNCH}/serve.mjs';
    passSignalsOn();
    endWithNpm(process.env);
    const onReady = (url) => console.error('at ' + url);
    const address = await claimAddress({ host: '127.0.0.1', port: 0 });
    await runScript(() => serve({ root: '${root}', env: process.env, address, mode: 'start', onReady }));
  `;
  const launcher = [process.execPath, '--input-type=module', '--eval', script];
  const [command = '', ...args] = parent ? ['/bin/sh', '-c', '"$0" "$@" & wait', ...launcher] : launcher;
  const child = spawn(command, args, {
    env: { NODE_ENV: 'test', PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  /** Waits until this was said, and gives it. */
  const said = async (what: string | RegExp): Promise<string> => {
    for (;;) {
      const found = text.match(what)?.[0];
      if (found) return found;
      await once(child.stderr, 'data');
    }
  };
  return { process: child, said, output: () => text };
}

function fetchText(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        body += piece;
      });
      response.once('end', () => resolve(body));
    }).once('error', reject);
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
