import type { TokenVisibility } from '../../../../server/contract/actor.ts';
import type { ShownToken } from '../../../../server/contract/token.ts';

/** What each visibility shows, in one line, from the least to the most. Always of one's own sessions, never incognito. */
export const VISIBILITY_MEANINGS: Readonly<Record<TokenVisibility, string>> = {
  self: 'The session that it is bound to, and no other.',
  tree: 'That session and all that it spawned. Bound to the agent’s main session: all sessions of the agent too.',
  agent: 'All sessions of the agent.',
  all: 'The sessions of all your agents, or of those that you list.',
};

/** Whether a session must be named: what a token sees begins there. */
export function needsSession(visibility: TokenVisibility, isSandboxed: boolean): boolean {
  return isSandboxed || visibility === 'self' || visibility === 'tree';
}

/** What a token sees and may do, in some words: `tree, sandboxed, may send`. */
export function describeToken(token: ShownToken): string {
  const { visibility, agentIds, isSandboxed, includesGranted, canWrite } = token;
  return [
    visibility,
    ...(agentIds === null ? [] : [agentIds.length === 0 ? 'no agents' : `only ${agentIds.join(', ')}`]),
    ...(isSandboxed ? ['sandboxed'] : []),
    ...(includesGranted ? ['with what is shared with you'] : []),
    ...(canWrite ? ['may send'] : []),
  ].join(', ');
}
