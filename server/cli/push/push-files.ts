import { setTimeout as sleep } from 'node:timers/promises';
import { countOf, formatBytes, inOneLine, printLine, printNotice } from '../output.ts';
import { BackOff } from './back-off.ts';
import type { Failure, PushClient } from './push-client.ts';
import { type Root, type ScannedFile, scanFiles } from './scan-files.ts';
import { SentFile, type Step } from './sent-file.ts';

/** Between two looks at the files, and so many times what a look takes. */
const LOOK_EVERY_MS = 1000;
const LOOK_SHARE = 10;
/** With `--once`, so many failures in a row end it. */
const FAILURES_OF_ONCE = 6;

type Options = { readonly roots: readonly Root[]; readonly isOnce: boolean; readonly signal: AbortSignal };

/** Sends all files below the roots, and with them what they grow by, until the signal. Gives the exit status. */
export async function pushFiles(client: PushClient, options: Options): Promise<number> {
  return new Pusher(client, options).run();
}

class Pusher {
  readonly #client: PushClient;
  readonly #options: Options;
  readonly #files = new Map<string, SentFile>();
  readonly #backOff = new BackOff();
  readonly #refused = new Set<string>();
  readonly #taken = new Set<string>();
  #sent = 0;

  constructor(client: PushClient, options: Options) {
    this.#client = client;
    this.#options = options;
  }

  async run(): Promise<number> {
    const { isOnce, signal } = this.#options;
    while (!signal.aborted) {
      const startedMs = performance.now();
      const end = await this.#lookAtAll();
      if (end === 'stopped') return 1;
      if (isOnce && end === 'all') {
        printLine(`The server has ${countOf(this.#taken.size, 'file')}; ${formatBytes(this.#sent)} sent.`);
        return this.#refused.size > 0 ? 1 : 0;
      }
      if (isOnce && this.#backOff.failures >= FAILURES_OF_ONCE) {
        printNotice('The server did not take everything. Run the command again: it goes on from there.');
        return 1;
      }
      if (end === 'all') await pause(Math.max(LOOK_EVERY_MS, LOOK_SHARE * (performance.now() - startedMs)), signal);
    }
    return 0;
  }

  /** `all`: the server has all of it. `part`: something is left, or has to wait. */
  async #lookAtAll(): Promise<'all' | 'part' | 'stopped'> {
    for (const root of this.#options.roots) {
      for await (const file of scanFiles(root)) {
        const end = await this.#send(file);
        if (end !== 'all') return end;
      }
    }
    return 'all';
  }

  /** All pieces of one file. */
  async #send(file: ScannedFile): Promise<'all' | 'part' | 'stopped'> {
    const { signal } = this.#options;
    const known = this.#files.get(file.path) ?? new SentFile();
    for (;;) {
      if (signal.aborted) return 'part';
      this.#files.set(file.path, known);
      const step = await known.step(file, this.#client, signal).catch(unreadable);
      if (step.type === 'unknown') return 'all';
      if (step.type === 'idle') {
        this.#taken.add(file.path);
        return 'all';
      }
      if (step.type === 'stopped') {
        printNotice(step.reason);
        return 'stopped';
      }
      if (step.type === 'refused') {
        if (!this.#refused.has(file.path)) printNotice(inOneLine(`${file.path}: ${step.reason}`));
        this.#refused.add(file.path);
        return 'all';
      }
      if (step.type === 'later') {
        await this.#wait(step);
        return 'part';
      }
      this.#backOff.reset();
      this.#sent += step.bytes;
      const how = step.isReplaced ? 'from its beginning' : `+${formatBytes(step.bytes)}`;
      printLine(inOneLine(`sent  ${file.path}  ${how}, ${formatBytes(step.size)}`));
    }
  }

  async #wait({ reason, retryAfterMs }: Extract<Failure, { type: 'later' }>): Promise<void> {
    if (this.#options.signal.aborted) return;
    const ms = this.#backOff.next(retryAfterMs);
    printNotice(`${reason.replace(/\.$/, '')}. Trying again in ${(ms / 1000).toFixed(1)} s.`);
    await pause(ms, this.#options.signal);
  }
}

/** Told once; looked at again, for it may become readable. */
function unreadable(cause: unknown): Step {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { type: 'refused', reason: code === '' ? 'It could not be read.' : `It could not be read (${code}).` };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
