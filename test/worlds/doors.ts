import { openPooledTestStore } from '../support/pooled-store.ts';
import { openTestStore } from '../support/test-store.ts';
import { cliDoor } from './cli-door.ts';
import type { Door } from './door.ts';
import { httpDoor } from './http-door.ts';
import { mcpDoor } from './mcp-door.ts';
import type { StageOptions } from './stage.ts';
import { verbsDoor } from './verbs-door.ts';

export type Way = { readonly door: Door; readonly stage: StageOptions };

const behindChildren: StageOptions = {
  openStore: () => openPooledTestStore({ now: Date.now }),
  isRealTime: true,
};

/** In this process: the most worlds in the least time. */
export const INSIDE: Way = { door: verbsDoor, stage: {} };
export const TOOLS: Way = { door: mcpDoor, stage: {} };
export const COMMANDS: Way = {
  door: cliDoor,
  stage: { openStore: () => openTestStore({ now: Date.now }), isRealTime: true },
};
export const WEB: Way = { door: { ...httpDoor(), name: 'HTTP over read children' }, stage: behindChildren };
/** As agents, the command line and the server have it: searches in read children, and real requests on top of them. */
export const OUTSIDE: readonly Way[] = [
  TOOLS,
  COMMANDS,
  { door: { ...verbsDoor, name: 'verbs over read children' }, stage: behindChildren },
  WEB,
];
