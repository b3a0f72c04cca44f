import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';

const RETRIES_MAX = 10;
const RETRY_MS = 100;

/**
 * Takes one step after the other until it says that it was the last: true. A busy store is tried again; false when it
 * stayed busy for a second, beside the store's own waits. Throws any other fault.
 */
export async function stepsToEnd(step: () => Promise<{ readonly isDone: boolean }>): Promise<boolean> {
  let retries = 0;
  for (;;) {
    try {
      const { isDone } = await step();
      if (isDone) return true;
    } catch (cause) {
      if (!isBusy(cause)) throw cause;
      if (retries === RETRIES_MAX) return false;
      retries += 1;
      await sleep(RETRY_MS);
    }
  }
}

export function isBusy(cause: unknown): boolean {
  if (cause instanceof AppError) return cause.kind === 'busy';
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY');
}
