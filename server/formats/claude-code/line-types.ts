/** The types of line that Claude Code writes, as far as they are known. */

/** They make the conversation's tree. Lines of other types may have an id, and then only hold a place in it. */
const CHAIN_TYPES = ['user', 'assistant', 'progress', 'system', 'attachment'] as const;
export type ChainType = (typeof CHAIN_TYPES)[number];

/** They steer the file and are never conversation. */
const CONTROL_TYPES: ReadonlySet<string> = new Set([
  'summary',
  'file-history-snapshot',
  'file-history-delta',
  'queue-operation',
  'custom-title',
  'ai-title',
  'agent-name',
  'tag',
  'last-prompt',
  'mode',
  'permission-mode',
  'worktree-state',
  'pr-link',
  'relocated',
  'continued-in',
  'content-replacement',
  'session-owner',
]);

export function findChainType(type: string | null): ChainType | null {
  return CHAIN_TYPES.find((chainType) => chainType === type) ?? null;
}

export function isControlType(type: string): boolean {
  return CONTROL_TYPES.has(type);
}
