import type { Engine } from '../engine/engine.ts';
import { stepsToEnd } from './steps-to-end.ts';

/**
 * Makes the search indexes anew from what is stored; `broken`: those that have drifted, and what was still to be filled. False
 * when the store stayed busy: the server goes on with it.
 */
export async function reindexAccessUnchecked(engine: Engine, which: 'all' | 'broken'): Promise<boolean> {
  await engine.resetIndexes(which);
  return stepsToEnd(() => engine.fillToolsStep());
}
