import { createServer } from 'node:net';
import { LaunchFailure } from './failure.mjs';

/**
 * @typedef {{ host: string, port: number }} Address
 */

/**
 * Where to listen, as HOST and PORT say.
 * @param {NodeJS.Dict<string>} env
 * @returns {Address} port 0 means any free one
 */
export function readAddress(env) {
  const host = env['HOST']?.trim() || '127.0.0.1';
  const text = env['PORT']?.trim() || '3000';
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535) {
    throw new LaunchFailure(`PORT is ${JSON.stringify(text)}: give a number from 1 to 65535, such as PORT=3000.`);
  }
  return { host, port };
}

/**
 * Listens for a moment, so that what stands in the way is said in one sentence, before a long build.
 * @param {Address} address
 * @returns {Promise<Address>} the same, with a real port
 */
export function claimAddress({ host, port }) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      reject(new LaunchFailure(explain({ host, port }, error.code ?? error.message)));
    });
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      const real = address && typeof address === 'object' ? address.port : port;
      server.close(() => resolve({ host, port: real }));
    });
  });
}

/**
 * The address for a browser on this machine.
 * @param {Address} address
 */
export function localUrl({ host, port }) {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * @param {Address} address
 * @param {string} code
 */
function explain({ host, port }, code) {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken: stop what uses it, or choose another, such as PORT=${port + 1} npm run up.`;
    case 'EACCES':
      return `Port ${port} needs more rights than this user has: choose one above 1023, such as PORT=3000 npm run up.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${JSON.stringify(host)}, which is no address of this machine: give one that is, such as HOST=127.0.0.1.`;
    default:
      return `The server cannot listen on ${host}, port ${port} (${code}): choose another HOST or PORT.`;
  }
}
