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

/**
 * Where the cluster that starts at an offset ends if it is a Thai letter with marks that leave it and one another as they
 * are; else `start`. Most of Thai, and read several times as fast as by `normalForm`.
 */
export function steadyEnd(units: Uint16Array, start: number): number {
  if (!isThaiLetter(units[start] ?? 0)) return start;
  const limit = Math.min(units.length, start + MAX_CLUSTER_UNITS);
  let end = start + 1;
  while (end < limit && isSteadyMark(units[end] ?? 0, units[end - 1] ?? 0)) end += 1;
  const mayGoOn =
    end < units.length && ((kindOfUnit(units[end] ?? 0) & MAY_JOIN) !== 0 || isSurrogate(units[end] ?? 0));
  return mayGoOn ? start : end;
}

function isThaiLetter(unit: number): boolean {
  return unit >= 0x0e01 && unit <= 0x0e45 && (unit <= 0x0e30 || unit === 0x0e32 || unit >= 0x0e40);
}

/** Normalising moves a vowel below before a tone; the nasal sign is moved too. */
function isSteadyMark(unit: number, before: number): boolean {
  if (unit === 0x0e38 || unit === 0x0e39) return !isTone(before);
  return unit === 0x0e31 || (unit >= 0x0e34 && unit <= 0x0e37) || unit === 0x0e47 || isTone(unit) || unit === 0x0e4c;
}

function isTone(unit: number): boolean {
  return unit >= 0x0e48 && unit <= 0x0e4b;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
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
