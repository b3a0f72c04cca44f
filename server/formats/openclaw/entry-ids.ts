/** Ids of entries: the format's own where it is usable and unique, else one made from the record's content. */
import { idAt, type JsonObject } from '../json.ts';
import type { OpenClawOutline } from './facts.ts';

const MADE_UP = /^x-[0-9a-z]+-\d+$/;

export type EntryIds = {
  /** One a record, unique. Growing copies of a file give the same ids, since nothing in them counts lines. */
  readonly ids: readonly string[];
  /** True where a later record has the same id: the last one wins. */
  readonly isReplaced: readonly boolean[];
};

/** Null for what is no usable id, or looks like one that is made here. */
export function readId(object: JsonObject, name: string): string | null {
  const id = idAt(object, name);
  return id === null || MADE_UP.test(id) ? null : id;
}

export function assignIds(outlines: readonly OpenClawOutline[]): EntryIds {
  const lastOf = new Map<string, number>();
  outlines.forEach((outline, index) => {
    if (outline.nativeId !== null) lastOf.set(outline.nativeId, index);
  });
  const occurrences = new Map<number, number>();
  const isReplaced = outlines.map(
    (outline, index) => outline.nativeId !== null && lastOf.get(outline.nativeId) !== index,
  );
  const ids = outlines.map((outline, index) => {
    if (outline.nativeId !== null && !isReplaced[index]) return outline.nativeId;
    const hash = outline.facts.contentHash;
    const occurrence = occurrences.get(hash) ?? 0;
    occurrences.set(hash, occurrence + 1);
    return `x-${hash.toString(36)}-${occurrence}`;
  });
  return { ids, isReplaced };
}
