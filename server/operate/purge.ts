import type { Engine } from '../engine/engine.ts';
import { stepsToEnd } from './steps-to-end.ts';

/**
 * Removes the bytes of deleted sessions from the database file and its log, step by step. True when nothing is left;
 * false when readers kept the log busy for two seconds: the next start or `doctor --purge` goes on.
 */
export function purgeAccessUnchecked(engine: Engine): Promise<boolean> {
  return stepsToEnd(() => engine.purgeStep());
}
