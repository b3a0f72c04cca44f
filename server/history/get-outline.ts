import { OUTLINE_MAX, type OutlineInput, type OutlineReply, outlineInput } from '../contract/history.ts';
import type { Glance } from '../engine/branch-types.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { gistOf } from './gist.ts';
import { noSuchBranch } from './no-such-branch.ts';

/** The turns of a whole branch at a glance, through all its resets. Throws `not-found`, for a branch that is not there as well. */
export async function getOutline(scope: ReadScope, input: OutlineInput): Promise<OutlineReply> {
  const ask = outlineInput.parse(input);
  const { id: sessionId } = await getSession(scope, ask.session);
  const request = { sessionId, branch: ask.branch ?? null, limit: OUTLINE_MAX };
  const page = await scope.engine.outline(scope.reach, request);
  if (page === null) throw noSuchBranch();
  return { items: page.rows.map(toItem), messages: page.messages, isCut: page.hasMore };
}

function toItem(glance: Glance): OutlineReply['items'][number] {
  return {
    messageId: glance.messageId,
    kind: kindOf(glance),
    timestamp: glance.timeMs,
    gist: gistOf(glance.text, glance.masks),
  };
}

/** The outline holds prompts and boundaries, nothing else. */
function kindOf({ kind }: Glance): OutlineReply['items'][number]['kind'] {
  return kind === 'compaction' || kind === 'reset' || kind === 'branch-summary' ? kind : 'prompt';
}
