const CACHE_SIZE = 512;
/** Longer ones are rare, and would keep much in memory. */
const MAX_LENGTH = 512;

const known = new Map<string, string>();

/**
 * The string that came first of those equal to this one. A file says its model, its folder and the id of the line before
 * on every line, and all outlines of a file are in memory at once.
 */
export function share(text: string): string;
export function share(text: string | null): string | null;
export function share(text: string | null): string | null {
  if (text === null || text.length > MAX_LENGTH) return text;
  const first = known.get(text);
  if (first !== undefined) return first;
  if (known.size >= CACHE_SIZE) known.clear();
  known.set(text, text);
  return text;
}
