import { activePath } from '../branch/walk.ts';
import type { EntryChange, StoredEntry } from '../engine/save-types.ts';
import { AppError, notFound } from '../errors.ts';
import { getSession } from '../visibility/get-session.ts';
import type { WriteScope } from '../visibility/scope.ts';

/**
 * Makes the branch that ends in `leaf` (a message id) the active one, until the files bring something newer. For the
 * session's owner and owners. Gives the number of entries on it. Throws `not-found`.
 */
export async function switchBranch(
  scope: WriteScope,
  input: { session: string; leaf: string },
): Promise<{ active: number }> {
  const session = await getSession(scope, input.session);
  const window = await scope.engine.openBranchWindow(scope.reach, { sessionId: session.id, messageId: input.leaf });
  if (window === null) throw new AppError('not-found', 'This session holds no such branch.');
  const all = await scope.engine.storedEntries(window.windowId);
  const stored = all.filter((entry) => entry.position < window.entryCount);
  const walk = walkTo(stored, input.leaf);
  const audit = {
    personId: scope.actor.person.id,
    act: 'branch-switched',
    subject: session.sessionId,
    scope: scope.reach.type,
    results: null,
  } as const;
  const change = { sessionId: session.id, window, leaf: input.leaf, changes: listMoves(stored, walk) };
  if (!(await scope.engine.switchLeaf(scope.reach, change, audit))) throw notFound();
  return { active: walk.size };
}

function walkTo(stored: readonly StoredEntry[], leaf: string): ReadonlyMap<number, number> {
  const nodes = stored.map((entry) => ({
    nativeId: entry.nativeId,
    parentNativeId: entry.parentPosition === null ? null : (stored[entry.parentPosition]?.nativeId ?? null),
  }));
  return new Map(activePath(nodes, leaf).map((position, step) => [position, step]));
}

function listMoves(stored: readonly StoredEntry[], walk: ReadonlyMap<number, number>): readonly EntryChange[] {
  return stored.flatMap(({ nativeId, position, parentPosition, isSearchable, walk: before }) => {
    const after = walk.get(position) ?? null;
    return after === before ? [] : [{ nativeId, position, parentPosition, isSearchable, walk: after }];
  });
}
