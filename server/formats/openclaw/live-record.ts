/**
 * One record of a session that is being written, read alone. Stricter than a file's: what a file's reader mends is refused
 * here, since whoever sends it can mend it. What needs the whole file (delivery mirrors, prompts sent again, the kept tail
 * of a reset) is left to an import of the file.
 */
import { AppError } from '../../errors.ts';
import { idAt, type JsonObject, parseObject } from '../json.ts';
import { readId } from './entry-ids.ts';
import type { OpenClawOutline } from './facts.ts';
import { readRecord } from './read-record.ts';

export type LiveParent =
  | { readonly at: 'leaf' }
  | { readonly at: 'root' }
  | { readonly at: 'entry'; readonly id: string };

export type LivePlace =
  | { readonly type: 'row' | 'side' | 'apart'; readonly parent: LiveParent }
  | { readonly type: 'leaf'; readonly target: string | null };

export type LiveRecord = {
  readonly id: string;
  readonly place: LivePlace;
  readonly outline: OpenClawOutline;
  readonly text: string;
  readonly bytes: Uint8Array;
};

/** Throws `bad-input` that names the record by its place in the call, 1 for the first. */
export function readLiveRecord(json: string, number: number): LiveRecord {
  const refuse = (problem: string): never => {
    throw new AppError('bad-input', `Entry ${number} ${problem}`);
  };
  if (json.includes('\n')) return refuse('holds a line feed. Send each record as JSON on one line.');
  const bytes = new TextEncoder().encode(json);
  const record = parseObject(json) ?? refuse('is not a JSON object.');
  if (record.type === 'session') return refuse('is a session header. Leave it out: the call names the session itself.');
  const id = readId(record, 'id') ?? refuse('has no usable id: 1 to 200 characters without control characters.');
  const { outline, text } = readRecord({ bytes, lineNumber: number, offset: 0, hasLineFeed: true });
  const { tree } = outline.facts;
  if (tree.part === 'leaf') {
    if (tree.appendParentId !== tree.targetId)
      return refuse('is a leaf control whose appendParentId is not its targetId. Send the two alike.');
    return { id, place: { type: 'leaf', target: tree.targetId }, outline, text, bytes };
  }
  const isBroken = record.type === 'leaf' || tree.part === 'none' || hasUnusableParent(record);
  if (isBroken) return refuse('has a parentId or targetId that is no usable id.');
  const type = tree.part === 'opaque' ? 'apart' : tree.part === 'row' && tree.isSide ? 'side' : 'row';
  return { id, place: { type, parent: parentOf(record, type) }, outline, text, bytes };
}

function hasUnusableParent(record: JsonObject): boolean {
  return record.parentId !== undefined && record.parentId !== null && idAt(record, 'parentId') === null;
}

/** What has a place off the branch and names no parent hangs on nothing. */
function parentOf(record: JsonObject, type: 'row' | 'side' | 'apart'): LiveParent {
  const id = idAt(record, 'parentId');
  if (id !== null) return { at: 'entry', id };
  return record.parentId === undefined && type !== 'apart' ? { at: 'leaf' } : { at: 'root' };
}
