/** OpenClaw (formerly Clawdbot, Moltbot): `agents/<agentId>/sessions/<sessionId>.jsonl` beside a `sessions.json`. */
import { type Adapter, defineAdapter } from '../adapter.ts';
import { classify } from './classify.ts';
import type { OpenClawFacts } from './facts.ts';
import { readParts } from './read-parts.ts';
import { readRecord } from './read-record.ts';
import { resolve } from './resolve.ts';
import { readStore } from './store.ts';

const adapter: Adapter<OpenClawFacts> = {
  format: 'openclaw',
  classify,
  readCompanion: readStore,
  readRecord,
  readParts,
  resolve,
};

export const openclaw = defineAdapter(adapter);
