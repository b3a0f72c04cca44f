import { openPooledTestStore } from '../support/pooled-store.ts';
import { type Door, verbsDoor } from './door.ts';
import { httpDoor } from './http-door.ts';
import type { StageOptions } from './stage.ts';

export type Way = { readonly door: Door; readonly stage: StageOptions };

const behindChildren: StageOptions = {
  openStore: () => openPooledTestStore({ now: Date.now }),
  isRealTime: true,
};

/** In this process: the most worlds in the least time. */
export const INSIDE: Way = { door: verbsDoor, stage: {} };
/** As the server has it: searches in read children, and real requests on top of them. */
export const OUTSIDE: readonly Way[] = [
  { door: { ...verbsDoor, name: 'verbs over read children' }, stage: behindChildren },
  { door: { ...httpDoor(), name: 'HTTP over read children' }, stage: behindChildren },
];
