import { requestActor } from '../auth/actor.ts';
import type { Actor } from '../contract/actor.ts';
import type { Runtime } from '../runtime.ts';

/** What every procedure gets. `actor` is null when nobody is signed in. */
export type Context = {
  readonly runtime: Runtime;
  readonly actor: Actor | null;
  /** Who asks by now: what streams outlives a sign-in. */
  readonly lookAgain: () => Promise<Actor | null>;
  /** Unix milliseconds. */
  readonly nowMs: number;
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal;
};

export async function createContext(runtime: Runtime, request: Request): Promise<Context> {
  const lookAgain = (): Promise<Actor | null> => requestActor(runtime.engine, request.headers, runtime.auth);
  return { runtime, actor: await lookAgain(), lookAgain, nowMs: Date.now(), signal: request.signal };
}
