import { type SideBranch, sideBranches } from '../branch/side-branches.ts';
import {
  BRANCHES_MAX,
  type Branch,
  type BranchesInput,
  type BranchesReply,
  branchesInput,
} from '../contract/history.ts';
import type { Glance } from '../engine/branch-types.ts';
import { getSession } from '../visibility/get-session.ts';
import type { ReadScope } from '../visibility/scope.ts';
import { gistOf } from './gist.ts';
import { noSuchBranch } from './no-such-branch.ts';

/**
 * The other branches of a session that hold messages with text of their own, in the order in which they leave the one that
 * is read. Throws `not-found`, for a branch that is not there as well.
 */
export async function listBranches(scope: ReadScope, input: BranchesInput): Promise<BranchesReply> {
  const ask = branchesInput.parse(input);
  const { engine, reach } = scope;
  const { id: sessionId } = await getSession(scope, ask.session);
  const tree = await engine.branchTree(reach, { sessionId, branch: ask.branch ?? null });
  if (tree === null) throw noSuchBranch();
  const { branches, isCut } = sideBranches(tree, BRANCHES_MAX);
  const places = new Set(branches.flatMap(({ leaf, first, leavesAt }) => [leaf, first, leavesAt ?? leaf]));
  const asked = { sessionId, windowId: tree.windowId, places: [...places] };
  const glances = places.size === 0 ? [] : await engine.glances(reach, asked);
  const byPlace = new Map(glances.map((glance) => [glance.place, glance]));
  return { branches: branches.flatMap((branch) => describe(branch, byPlace)), isCut };
}

/** None when the session was deleted between the two readings. */
function describe(branch: SideBranch, byPlace: ReadonlyMap<number, Glance>): readonly Branch[] {
  const leaf = byPlace.get(branch.leaf);
  const first = byPlace.get(branch.first);
  if (leaf === undefined || first === undefined) return [];
  return [
    {
      leaf: leaf.messageId,
      leavesAt: byPlace.get(branch.leavesAt ?? -1)?.messageId ?? null,
      messages: branch.messages,
      startTimeMs: first.timeMs,
      gist: gistOf(first.text, first.masks),
      isActive: branch.isActive,
    },
  ];
}
