import type { Engine } from '../engine/engine.ts';
import { log } from '../log.ts';

const FLUSH_AFTER_MS = 1000;

/** Tokens that were used and not noted yet, for each engine of this process. */
const waiting = new WeakMap<Engine, Set<number>>();

/** Notes the use of a token a little later, together with others: no request waits for a write. */
export function noteTokenUse(engine: Engine, tokenId: number): void {
  const ids = waiting.get(engine);
  if (ids !== undefined) {
    ids.add(tokenId);
    return;
  }
  waiting.set(engine, new Set([tokenId]));
  setTimeout(() => {
    flushTokenUses(engine).catch((cause: unknown) => log.failure('token uses were not noted', cause));
  }, FLUSH_AFTER_MS).unref();
}

/** Notes what waits. What a process that ends still holds is lost: a second at most. */
export async function flushTokenUses(engine: Engine): Promise<void> {
  const ids = waiting.get(engine);
  waiting.delete(engine);
  if (ids !== undefined) await engine.noteTokenUses([...ids]);
}
