import { bearerActor, type TokenActor } from '../auth/actor.ts';
import { flushTokenUses } from '../auth/token-uses.ts';
import { TOKEN_PATTERN } from '../contract/token.ts';
import { AppError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { readScope } from '../visibility/scope.ts';
import { openDrainingTransport, type Streams } from './draining-transport.ts';
import { makeServer, noteRefused } from './make-server.ts';
import { CALL_DEADLINE_MS } from './tool.ts';

/**
 * The agents' tools over two streams, for one token, until the input ends. Nothing but the protocol is written. Throws
 * `bad-input` for what is no token, `forbidden` for one that does not count; one that is revoked later fails each call.
 */
export async function serveMcpOverStdio(engine: Runtime['engine'], token: string, streams: Streams): Promise<void> {
  const { token: first } = await actorOf(engine, token);
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const gone = new AbortController();
  const caller = {
    tokenId: first.id,
    scope: async () => readScope(engine, await actorOf(engine, token)),
    signal: gone.signal,
    now: Date.now,
  };
  const { transport, ended } = await openDrainingTransport(streams, CALL_DEADLINE_MS);
  serveStdio(() => makeServer(caller), { transport, maxSubscriptions: 0, onerror: noteRefused(first.id) });
  await ended;
  gone.abort();
  await flushTokenUses(engine);
}

async function actorOf(engine: Runtime['engine'], token: string): Promise<TokenActor> {
  if (!TOKEN_PATTERN.test(token))
    throw new AppError(
      'bad-input',
      'This is no token of an agent: those begin with sbk_. Make one with `token create`.',
    );
  const actor = await bearerActor(engine, new Headers({ authorization: `Bearer ${token}` }));
  if (actor !== null) return actor;
  throw new AppError(
    'forbidden',
    'This token does not count: it is unknown, over or revoked. Make a new one with `token create`.',
  );
}
