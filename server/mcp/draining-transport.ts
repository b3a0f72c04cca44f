import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** The longest message, and so the longest line. */
const LINE_MAX_BYTES = 1_048_576;

export type Streams = { readonly input: Readable; readonly output: Writable };
export type DrainingTransport = { readonly transport: Transport; readonly ended: Promise<void> };

/**
 * Lines of JSON in and out. At the end of `input` it ends once every request that came has its answer, so that calls can be
 * piped in; at the latest after `patienceMs`, since a cancelled request gets none.
 */
export async function openDrainingTransport(streams: Streams, patienceMs: number): Promise<DrainingTransport> {
  const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const lines = new PassThrough();
  const inner = new StdioServerTransport(lines, streams.output, { maxBufferSize: LINE_MAX_BYTES });
  const waiting = new Waiting(lines, patienceMs);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const transport: Transport = {
    start: async () => {
      inner.onmessage = (message) => {
        waiting.came(message);
        transport.onmessage?.(message);
      };
      inner.onclose = () => {
        waiting.close();
        transport.onclose?.();
        end();
      };
      inner.onerror = (cause) => transport.onerror?.(cause);
      await inner.start();
      streams.input.once('end', () => void waiting.inputEnded());
      streams.input.pipe(lines, { end: false });
    },
    send: async (message) => {
      await inner.send(message);
      waiting.went(message);
    },
    close: () => inner.close(),
  };
  return { transport, ended };
}

/** Requests without an answer yet. It ends the lines when the input has ended and none is left. */
class Waiting {
  readonly #ids = new Set<string | number>();
  readonly #lines: PassThrough;
  readonly #patienceMs: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(lines: PassThrough, patienceMs: number) {
    this.#lines = lines;
    this.#patienceMs = patienceMs;
  }

  came(message: JSONRPCMessage): void {
    if ('method' in message && 'id' in message) this.#ids.add(message.id);
  }

  went(message: JSONRPCMessage): void {
    if ('method' in message || message.id === undefined) return;
    this.#ids.delete(message.id);
    if (this.#timer !== null && this.#ids.size === 0) this.close();
  }

  async inputEnded(): Promise<void> {
    // What was read is still on its way through the pipe.
    while (this.#lines.readableLength > 0) await setImmediate();
    await setImmediate();
    if (this.#ids.size === 0) this.close();
    else this.#timer = setTimeout(() => this.close(), this.#patienceMs);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#lines.end();
  }
}
