/** Codex's rollout files (CLI, desktop, IDE): sessions, sub-agents and forks, each in a file of its own. */
import { type Adapter, defineAdapter } from '../adapter.ts';
import { classify } from './classify.ts';
import type { CodexFacts } from './facts.ts';
import { readParts } from './read-parts.ts';
import { readRecord } from './record.ts';
import { resolve } from './resolve.ts';
import { readSessionIndex } from './session-index.ts';

const adapter: Adapter<CodexFacts> = {
  format: 'codex',
  classify,
  readCompanion: readSessionIndex,
  readRecord,
  readParts,
  resolve,
};

export const codex = defineAdapter(adapter);
