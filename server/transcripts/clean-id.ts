import { createHash } from 'node:crypto';
import { REVISION_MARK } from '../engine/save-types.ts';

const ID_MAX = 512;
/** Most ids are of printable ASCII and short: nothing can be wrong with them. */
const PLAIN = /^[ -~]{1,200}$/;
/** `REVISION_MARK` marks ids that the house makes: what a file writes must never look like one. */
const FORBIDDEN = new RegExp(`[\\p{Cc}${REVISION_MARK}]`, 'gu');

/**
 * An id or key from a file, as it is stored: well-formed Unicode without control characters, so that it comes back from
 * the database as it went in. A longer one keeps its start and a hash of the whole.
 */
export function cleanId(id: string): string {
  if (PLAIN.test(id)) return id;
  const clean = id.toWellFormed().replace(FORBIDDEN, '\uFFFD');
  if (clean.length <= ID_MAX) return clean;
  const hash = createHash('sha256').update(clean).digest('hex').slice(0, 32);
  return `${clean.slice(0, ID_MAX - hash.length - 1).toWellFormed()}-${hash}`;
}

/**
 * The stored form of each of these, all different: where two would be stored alike, the later one is told by its hash.
 * Empty when all are stored as they are.
 */
export function cleanIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const stored = new Map<string, string>();
  if (ids.every((id) => cleanId(id) === id)) return stored;
  const taken = new Set<string>();
  for (const id of ids) {
    const clean = cleanId(id);
    const own = taken.has(clean)
      ? cleanId(`${createHash('sha256').update(id, 'utf16le').digest('hex').slice(0, 16)}-${clean}`)
      : clean;
    stored.set(id, own);
    taken.add(own);
  }
  return stored;
}
