/**
 * Tokens of the index's second column. Each starts with U+E000, which the tokeniser never lets through from text,
 * so no text can match one. They are stored on the entry: what leaves the index is what was put in.
 */
const MARK = '\uE000';

export const OFF_BRANCH = `${MARK}off`;
export const sessionToken = (sessionId: number): string => `${MARK}s${sessionId}`;
export const ownerToken = (ownerId: number): string => `${MARK}o${ownerId}`;
export const agentToken = (agentRef: number): string => `${MARK}a${agentRef}`;
export const roleToken = (role: 'user' | 'assistant'): string => `${MARK}r${role[0]}`;

export const windowToken = (windowId: number): string => `${MARK}w${windowId}`;
/** Every indexed message has one of these. */
export const SPEAKERS = [roleToken('user'), roleToken('assistant')];
/** Stands in every row of the index of tools. */
export const TOOLS = `${MARK}t`;

export type ScopeFacts = { readonly sessionId: number; readonly ownerId: number; readonly agentRef: number };

/** The `scope_terms` of an entry. Only users and assistants are ever indexed; others get no role token. */
export function scopeTerms(facts: ScopeFacts, entry: { role: string | null; isActive: boolean }): string {
  const terms = [sessionToken(facts.sessionId), ownerToken(facts.ownerId), agentToken(facts.agentRef)];
  if (entry.role === 'user' || entry.role === 'assistant') terms.push(roleToken(entry.role));
  if (!entry.isActive) terms.push(OFF_BRANCH);
  return terms.join(' ');
}

/**
 * What stands beside an entry's tools. A row of that index cannot be changed, so it names what an entry never leaves: its
 * owner and its window. The session of a window may change, and so may the branch.
 */
export function toolScopeTerms(row: { readonly ownerId: number; readonly windowId: number }): string {
  return [TOOLS, ownerToken(row.ownerId), windowToken(row.windowId)].join(' ');
}
