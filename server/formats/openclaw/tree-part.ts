/** A record's part in the tree, from its type and its own fields. */
import type { JsonObject } from '../json.ts';
import { readId } from './entry-ids.ts';
import type { TreePart } from './facts.ts';
import { isRowType } from './record-kinds.ts';

export const NO_PART: TreePart = { part: 'none' };
/** Most records of a file have one of these parts, and share it. */
const PARENTED_ROW = { part: 'row', hasParent: true, isSide: false, reset: null } as const;
const LOOSE_ROW = { ...PARENTED_ROW, hasParent: false } as const;
const LOOSE: TreePart = { part: 'opaque', hasParent: false };

/** `parentId`: the record's own, already read; null when it is null, missing or unusable. */
export function treePart(
  { record, type }: { record: JsonObject; type: string | null },
  parentId: string | null,
): TreePart {
  const hasParent = parentId !== null || record.parentId === null;
  if (type === 'leaf') return leafPart(record, hasParent);
  if (!isRowType(type)) return { part: 'opaque', hasParent };
  const isSide = record.appendMode === 'side';
  if (type !== 'reset' && !isSide) return hasParent ? PARENTED_ROW : LOOSE_ROW;
  const reset = type === 'reset' ? { firstKeptEntryId: readId(record, 'firstKeptEntryId') } : null;
  return { part: 'row', hasParent, isSide, reset };
}

/** A control that selects nothing steers nothing. */
function leafPart(record: JsonObject, hasParent: boolean): TreePart {
  const targetId = readId(record, 'targetId');
  const isGiven = record.appendParentId !== undefined;
  const appendParentId = isGiven ? readId(record, 'appendParentId') : targetId;
  if (targetId === null && record.targetId !== null) return LOOSE;
  if (isGiven && appendParentId === null && record.appendParentId !== null) return LOOSE;
  return { part: 'leaf', hasParent, targetId, appendParentId };
}
