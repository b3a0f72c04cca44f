import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { JobRunner } from '../../server/operate/job-runner.ts';
import { endStreamsOnSignals, shutdownSignal } from '../../server/runtime.ts';
import { serveTrpc } from '../../server/trpc/http.ts';
import { cookieOf } from '../auth/cookies.ts';
import { Door, PORT } from './door.ts';

/** Takes work and never says anything of it. */
const SILENT_CHILD = `process.on('message', () => {}); process.send({ type: 'ready' });`;

let door: Door;
let server: Server;
let address: string;
beforeEach(async () => {
  door = new Door();
  const childFile = path.join(door.store.dataDir, 'silent.cjs');
  writeFileSync(childFile, SILENT_CHILD);
  Object.assign(door.runtime, { jobs: new JobRunner(childFile) });
  const ann = await door.addPerson('ann');
  const jobId = await door.runtime.jobs.start(ann.id, { job: 'purge' });
  const headers = {
    host: `localhost:${PORT}`,
    accept: 'text/event-stream',
    cookie: await cookieOf(door.store.engine, ann),
  };
  const serve = async (url: string, response: ServerResponse): Promise<void> => {
    const answer = await serveTrpc(door.runtime, new Request(`http://localhost${url}`, { headers }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body !== null) Readable.fromWeb(answer.body as ReadableStream).pipe(response);
  };
  server = createServer(({ url = '' }, response) => void serve(url, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}/api/trpc/sources.progress?input=${encodeURIComponent(JSON.stringify({ jobId }))}`;
});
afterEach(() => door.close());

it('a server that is asked to end ends open event streams at once, and need not wait for who watches', async () => {
  const signals = new EventEmitter();
  endStreamsOnSignals(signals as unknown as NodeJS.Process);
  const [response] = (await once(get(address, { agent: false }), 'response')) as [IncomingMessage];
  expect(response.headers['content-type']).toContain('text/event-stream');
  response.resume();
  const closed = vi.fn();
  server.close(closed);
  await new Promise(setImmediate);
  expect([closed.mock.calls.length, shutdownSignal().aborted]).toEqual([0, false]);
  signals.emit('SIGTERM');
  await once(response, 'end');
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  expect(shutdownSignal().aborted).toBe(true);
});
