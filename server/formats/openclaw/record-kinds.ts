/** What each record type is to the house. A type that is not listed is `unknown`: kept, never conversation. */
import type { EntryKind, EntryRole } from '../../contract/transcript.ts';

export type RecordKind = { readonly kind: EntryKind; readonly role: EntryRole | null };

const CONTROL: RecordKind = { kind: 'control', role: null };
const UNKNOWN: RecordKind = { kind: 'unknown', role: null };
const HEADER: RecordKind = { kind: 'header', role: null };

/** Types that OpenClaw counts as entries of a branch: each moves the leaf. `message` has a table of its own. */
const ROW_KINDS: ReadonlyMap<string, RecordKind> = new Map([
  ['model_change', CONTROL],
  ['thinking_level_change', CONTROL],
  ['custom', CONTROL],
  ['label', CONTROL],
  ['session_info', CONTROL],
  ['custom_message', { kind: 'injected', role: 'system' }],
  ['compaction', { kind: 'compaction', role: 'system' }],
  ['branch_summary', { kind: 'branch-summary', role: 'system' }],
  ['reset', { kind: 'reset', role: null }],
]);

const MESSAGE_KINDS: ReadonlyMap<string, RecordKind> = new Map([
  ['user', { kind: 'message', role: 'user' }],
  ['assistant', { kind: 'message', role: 'assistant' }],
  ['system', { kind: 'message', role: 'system' }],
  ['toolResult', { kind: 'tool-result', role: 'tool' }],
  ['bashExecution', { kind: 'tool-result', role: 'tool' }],
  ['custom', { kind: 'injected', role: 'system' }],
  ['hookMessage', { kind: 'injected', role: 'system' }],
  ['branchSummary', { kind: 'branch-summary', role: 'system' }],
  ['compactionSummary', { kind: 'compaction', role: 'system' }],
]);

export function isRowType(type: string | null): boolean {
  return type === 'message' || (type !== null && ROW_KINDS.has(type));
}

/** `messageRole` is the role inside a `message` record. */
export function kindOf(type: string | null, messageRole: string | null): RecordKind {
  if (type === 'session') return HEADER;
  if (type === 'leaf' || type === 'metadata') return CONTROL;
  if (type === 'message') return MESSAGE_KINDS.get(messageRole ?? '') ?? UNKNOWN;
  return ROW_KINDS.get(type ?? '') ?? UNKNOWN;
}
