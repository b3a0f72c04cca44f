import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../engine/engine.ts';
import { AppError } from '../errors.ts';

const RETRIES_MAX = 10;
const RETRY_MS = 100;

/**
 * Removes the bytes of deleted sessions from the database file and its log, step by step. True when nothing is left;
 * false when readers kept the log busy for two seconds: the next start or `doctor --purge` goes on.
 */
export async function purgeAccessUnchecked(engine: Engine): Promise<boolean> {
  let retries = 0;
  for (;;) {
    try {
      const state = await engine.purgeStep();
      if (state.isDone) return true;
    } catch (cause) {
      if (!isBusy(cause) || retries === RETRIES_MAX) return giveUp(cause);
      retries += 1;
      await sleep(RETRY_MS);
    }
  }
}

function isBusy(cause: unknown): boolean {
  if (cause instanceof AppError) return cause.kind === 'busy';
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY');
}

function giveUp(cause: unknown): false {
  if (isBusy(cause)) return false;
  throw cause;
}
