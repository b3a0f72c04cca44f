import { AppError } from '../../errors.ts';
import { assertPaths } from '../../ingest/collect-files.ts';
import { type Command, readArguments } from '../command.ts';
import { PushClient } from '../push/push-client.ts';
import { pushFiles } from '../push/push-files.ts';
import { rootOf } from '../push/scan-files.ts';

const usage = 'push PATH… --url U --token T [--once]';
/** Over the network in the clear a token is anybody's. */
const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export const pushCommand: Command = {
  usage,
  summary: 'Send transcripts at and below paths to a server, and keep sending what they grow by; --once: send and end.',
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      usage,
      options: { url: { type: 'string' }, token: { type: 'string' }, once: { type: 'boolean' } },
      positionals: { min: 1, max: 100 },
    });
    const server = readServer(values.url);
    const { token = '' } = values;
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new AppError('bad-input', `The token is missing or none. Usage: scrollback ${usage}`);
    await assertPaths(positionals);
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
    try {
      const roots = await Promise.all(positionals.map(rootOf));
      const options = { roots, isOnce: values.once === true, signal: abort.signal };
      return await pushFiles(new PushClient(server, token), options);
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    }
  },
};

function readServer(url = ''): URL {
  const server = URL.canParse(url) ? new URL(url) : null;
  if (server === null || !/^https?:$/.test(server.protocol))
    throw new AppError('bad-input', `--url takes the address of the server, such as https://scrollback.example.org.`);
  if (server.protocol === 'http:' && !LOCAL.test(server.hostname))
    throw new AppError(
      'bad-input',
      'The address begins with http: on another machine the token could be read on the way. Use https.',
    );
  return server;
}
