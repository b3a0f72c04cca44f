import { COMPLEX, KIND_BITS, kindOfUnit, MAY_JOIN } from './character-table.ts';
import { type Character, foldCluster, joinsBefore } from './characters.ts';
import { composesHangul, hangulRole } from './hangul.ts';

/** A heap of marks longer than this is cut, so that normalising stays linear. */
const MAX_CLUSTER_UNITS = 48;
const CACHE_SIZE = 8192;
/** Longer pieces of a text would keep the whole text in memory. */
const MAX_CACHED_UNITS = 12;

const cache = new Map<string, readonly Character[]>();

/** Where the cluster that starts at an offset ends: a character and what composes with it. */
export function clusterEnd(text: string, start: number): number {
  let end = start + widthAt(text, start);
  while (end < text.length && end - start < MAX_CLUSTER_UNITS && joinsAt(text, end)) end += widthAt(text, end);
  return end;
}

/** `foldCluster`, remembered. */
export function normalForm(cluster: string): readonly Character[] {
  if (cluster.length > MAX_CACHED_UNITS) return foldCluster(cluster);
  const known = cache.get(cluster);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_SIZE) cache.clear();
  const characters = foldCluster(cluster);
  cache.set(cluster, characters);
  return characters;
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function joinsAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const kind = kindOfUnit(unit);
  if ((kind & MAY_JOIN) !== 0) {
    const role = hangulRole(unit);
    return role === '' || composesHangul(hangulRole(text.charCodeAt(at - 1)), role);
  }
  if ((kind & KIND_BITS) !== COMPLEX) return false;
  const codePoint = text.codePointAt(at) ?? 0;
  return codePoint > 0xffff && joinsBefore(String.fromCodePoint(codePoint));
}
