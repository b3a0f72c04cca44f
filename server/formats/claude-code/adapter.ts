/** Claude Code's JSONL transcripts: sessions, sub-agents beside them and in them. */
import { type Adapter, defineAdapter } from '../adapter.ts';
import { classify } from './classify.ts';
import type { ClaudeCodeFacts } from './facts.ts';
import { readParts } from './read-parts.ts';
import { readRecord } from './record.ts';
import { resolve } from './resolve.ts';
import { readSubAgentMeta } from './sub-agent-meta.ts';

const adapter: Adapter<ClaudeCodeFacts> = {
  format: 'claude-code',
  classify,
  readCompanion: readSubAgentMeta,
  readRecord,
  readParts,
  resolve,
};

export const claudeCode = defineAdapter(adapter);
