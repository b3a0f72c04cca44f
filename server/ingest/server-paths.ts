import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';

/**
 * Server paths are for owners and operators, and lie inside the roots once every link in them is followed. What is not
 * there and what lies outside get the same sentence. Throws `forbidden`.
 */
export async function assertServerPaths(
  scope: WriteScope,
  paths: readonly string[],
  roots: readonly string[],
): Promise<void> {
  if (scope.actor.person.role === 'member')
    throw new AppError('forbidden', 'Only owners and operators can import from the server. Upload the files instead.');
  const realRoots = (await Promise.all(roots.map((root) => realpath(root).catch(() => null)))).filter(
    (root) => root !== null,
  );
  for (const given of paths) {
    const real = path.isAbsolute(given) ? await realpath(given).catch(() => null) : null;
    if (real === null || !realRoots.some((root) => isInside(real, root))) {
      throw new AppError(
        'forbidden',
        'One of the paths is not inside a folder that SCROLLBACK_ROOTS names, or is not there.',
      );
    }
  }
}

function isInside(file: string, root: string): boolean {
  const relative = path.relative(root, file);
  return relative === '' || !(relative.startsWith('..') || path.isAbsolute(relative));
}
