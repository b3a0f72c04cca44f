import {
  type SourceFilesInput,
  type SourceFilesReply,
  type SourceFolder,
  sourceFilesInput,
} from '../contract/source.ts';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { findInside, mayImportFromServer, realRoots } from './server-paths.ts';
import { isServerPath } from './source-names.ts';

/** The folders that the scope's person imported from, by name. Other people's are nobody else's business, not even an owner's. */
export async function listSourceFolders(scope: WriteScope, roots: readonly string[]): Promise<readonly SourceFolder[]> {
  const folders = await scope.engine.listSourceFolders(scope.reach, scope.actor.person.id);
  const real = mayImportFromServer(scope) ? await realRoots(roots) : [];
  const shown: SourceFolder[] = [];
  for (const folder of folders) {
    const isReachable =
      real.length > 0 && isServerPath(folder.folder) && (await findInside(folder.folder, real)) !== null;
    shown.push({ ...folder, canImportAgain: isReachable });
  }
  return shown;
}

/** Files of one of these folders, by name. Throws `bad-input` for a cursor that is none; an unknown folder is empty. */
export async function listSourceFiles(scope: WriteScope, input: SourceFilesInput): Promise<SourceFilesReply> {
  const { folder, cursor, limit } = sourceFilesInput.parse(input);
  const after = cursor === undefined ? null : readCursor(cursor);
  const ask = { ownerId: scope.actor.person.id, folder, after, limit };
  const { files, hasMore } = await scope.engine.listSourceFiles(scope.reach, ask);
  const last = hasMore ? files.at(-1) : undefined;
  return { files, nextCursor: last === undefined ? null : writeCursor(last.name) };
}

/** The last row's name, in the clear: it holds nothing but what that row showed. */
function writeCursor(name: string): string {
  return Buffer.from(name).toString('base64url');
}

function readCursor(cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString('utf8');
  if (name !== '' && writeCursor(name) === cursor) return name;
  throw new AppError('bad-input', 'This cursor is not one of this list. Start again without a cursor.');
}
