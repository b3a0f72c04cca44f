/** What the model's items are to the house. Messages have rules of their own; see `speech.ts`. */
import type { EntryKind, EntryRole } from '../../contract/transcript.ts';

export type ItemKind = { readonly kind: EntryKind; readonly role: EntryRole | null };

const CALL: ItemKind = { kind: 'message', role: 'assistant' };
const RESULT: ItemKind = { kind: 'tool-result', role: 'tool' };
const CONTROL: ItemKind = { kind: 'control', role: null };

const ITEM_KINDS: ReadonlyMap<string, ItemKind> = new Map([
  ['message', CALL],
  ['function_call', CALL],
  ['custom_tool_call', CALL],
  ['local_shell_call', CALL],
  ['web_search_call', CALL],
  ['tool_search_call', CALL],
  ['image_generation_call', CALL],
  ['function_call_output', RESULT],
  ['custom_tool_call_output', RESULT],
  ['local_shell_call_output', RESULT],
  ['mcp_tool_call_output', RESULT],
  ['tool_search_output', RESULT],
  // What one agent writes to another reaches it as a message of the program.
  ['agent_message', { kind: 'injected', role: 'user' }],
  ['reasoning', CONTROL],
  ['ghost_snapshot', CONTROL],
  ['compaction', CONTROL],
  ['compaction_summary', CONTROL],
  ['compaction_trigger', CONTROL],
  ['context_compaction', CONTROL],
]);

export function isItemType(type: string): boolean {
  return ITEM_KINDS.has(type);
}

/** Null for a type that is not known. */
export function itemKind(type: string): ItemKind | null {
  return ITEM_KINDS.get(type) ?? null;
}
