import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FoundFolder } from '../contract/source.ts';
import { FORMATS, type FormatName } from '../contract/transcript.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { type Counts, countTranscripts, type LookBudget } from './count-transcripts.ts';
import { homeFolders } from './home-folders.ts';
import { assertMayImportFromServer, findInside, realRoots } from './server-paths.ts';

const ENTRIES_MAX = 50_000;
const LOOK_MS = 2000;

/** A place to look at: a program's own folder, or a whole root, in which any format may lie. */
type Place = { readonly folder: string; readonly only: FormatName | null };

/**
 * Folders with transcripts inside the roots, with counts and sizes: the programs' well-known folders; a root that has
 * none of them is told as it is, once for each format in it. Looks at 50,000 directory entries and for 2 s at most; what
 * was not seen to its end is `isPartial`. Throws `forbidden` for members.
 */
export async function findFolders(scope: WriteScope, roots: readonly string[]): Promise<readonly FoundFolder[]> {
  assertMayImportFromServer(scope);
  const budget = { entriesLeft: ENTRIES_MAX, deadlineMs: performance.now() + LOOK_MS };
  return lookThrough(await findPlaces(await realRoots(roots)), budget);
}

/** The same within other bounds. */
export async function lookThrough(places: readonly Place[], budget: LookBudget): Promise<readonly FoundFolder[]> {
  const found: FoundFolder[] = [];
  for (const { folder, only } of places) {
    const counts = await countTranscripts(folder, only, budget);
    for (const format of only === null ? FORMATS : [only]) {
      const told = toFound(folder, format, counts);
      if (told !== null) found.push(told);
    }
  }
  return found;
}

export async function findPlaces(roots: readonly string[]): Promise<readonly Place[]> {
  const places = new Map<string, Place>();
  for (const root of roots) {
    const known: Place[] = [];
    for (const { format, parts } of homeFolders()) {
      const folder = await findFolder(joined(root, parts), root);
      if (folder !== null) known.push({ folder, only: format });
    }
    for (const place of known.length > 0 ? known : [{ folder: root, only: null }]) places.set(place.folder, place);
  }
  return [...places.values()];
}

/** A home's folder seen from a root: the root may be the home, the folder itself, or something between. */
function joined(root: string, parts: readonly string[]): string {
  const own = root.split(path.sep);
  for (let shared = Math.min(parts.length, own.length); shared > 0; shared -= 1) {
    if (parts.slice(0, shared).join('/') === own.slice(-shared).join('/'))
      return path.join(root, ...parts.slice(shared));
  }
  return path.join(root, ...parts);
}

async function findFolder(given: string, root: string): Promise<string | null> {
  const folder = await findInside(given, [root]);
  if (folder === null) return null;
  return (await stat(folder).catch(() => null))?.isDirectory() === true ? folder : null;
}

/** Null where nothing of the format is, as far as the look went; a look that saw nothing at all says so. */
function toFound(folder: string, format: FormatName, { byFormat, isPartial, isUnseen }: Counts): FoundFolder | null {
  const counted = byFormat.get(format);
  if (counted === undefined && !isUnseen) return null;
  return { path: slashed(folder), format, ...(counted ?? { files: 0, byteSize: 0 }), isPartial };
}

function slashed(folder: string): string {
  return folder.split(path.sep).join('/');
}
