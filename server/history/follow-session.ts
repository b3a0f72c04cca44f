import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { notFound } from '../errors.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';

/** What is shown of the session may differ from what it was: ask for it again behind the last message. */
export type FollowEvent = { readonly type: 'changed' };

type Following = {
  readonly session: string;
  /** Who asks, looked up anew: sign-ins, roles and grants end. Throws when nobody is signed in any more. */
  readonly scopeNow: () => Promise<ReadScope>;
  readonly signal: AbortSignal;
  /** Emits the opaque id of a session as a `changed` event when this process wrote to it. */
  readonly written: Pick<EventEmitter, 'on' | 'off'>;
};

/** Others write too (imports, the command line): so often it looks. A right that is revoked ends the stream as soon. */
const LOOK_EVERY_MS = 250;
/** Between two events, however fast a session is written. */
const PAUSE_MS = 100;

/**
 * Tells that a session changed, for as long as it may be seen: once at the start, since something may have come before,
 * then at each change. Ends with the signal. Throws `not-found` at once when the session goes out of reach.
 */
export async function* followSession({ session, scopeNow, signal, written }: Following): AsyncGenerator<FollowEvent> {
  const first = await scopeNow();
  const { id, sessionId } = await getSession(first, session);
  const bell = new Bell(written, sessionId);
  try {
    let told: string | null = null;
    while (!signal.aborted) {
      const { engine, reach } = await scopeNow();
      const mark = await engine.sessionMark(reach, id);
      if (mark === null) throw notFound();
      if (mark !== told) {
        told = mark;
        yield { type: 'changed' };
        await pause(PAUSE_MS, signal);
      }
      await bell.wait(LOOK_EVERY_MS, signal);
    }
  } finally {
    bell.close();
  }
}

/** Remembers a change that comes while nobody waits. */
class Bell {
  readonly #written: Following['written'];
  readonly #onChange: (sessionId: string) => void;
  #hasRung = false;
  #wake: (() => void) | null = null;

  constructor(written: Following['written'], sessionId: string) {
    this.#written = written;
    this.#onChange = (changed) => {
      if (changed !== sessionId) return;
      this.#hasRung = true;
      this.#wake?.();
    };
    written.on('changed', this.#onChange);
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const rung = new AbortController();
    this.#wake = () => rung.abort();
    if (!this.#hasRung) await pause(ms, AbortSignal.any([signal, rung.signal]));
    this.#wake = null;
    this.#hasRung = false;
  }

  close(): void {
    this.#written.off('changed', this.#onChange);
  }
}

/** Ends early when the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
