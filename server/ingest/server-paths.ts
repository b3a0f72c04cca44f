import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';

/** Whose scope may import from the server: owners and operators. */
export function mayImportFromServer(scope: WriteScope): boolean {
  return scope.actor.person.role !== 'member';
}

/** Throws `forbidden`. */
export function assertMayImportFromServer(scope: WriteScope): void {
  if (!mayImportFromServer(scope))
    throw new AppError('forbidden', 'Only owners and operators can import from the server. Upload the files instead.');
}

/**
 * Server paths are for owners and operators, and lie inside the roots once every link in them is followed. What is not
 * there and what lies outside get the same sentence. Throws `forbidden`.
 */
export async function assertServerPaths(
  scope: WriteScope,
  paths: readonly string[],
  roots: readonly string[],
): Promise<void> {
  assertMayImportFromServer(scope);
  const real = await realRoots(roots);
  for (const given of paths) {
    if ((await findInside(given, real)) === null) {
      throw new AppError(
        'forbidden',
        'One of the paths is not inside a folder that SCROLLBACK_ROOTS names, or is not there.',
      );
    }
  }
}

/** The roots that are there, every link in them followed. */
export async function realRoots(roots: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
  return [...new Set(found.filter((root) => root !== null))];
}

/** The path with every link in it followed; null when it is not there, or not inside one of the real roots. */
export async function findInside(given: string, roots: readonly string[]): Promise<string | null> {
  const real = path.isAbsolute(given) ? await realpath(given).catch(() => null) : null;
  return real !== null && roots.some((root) => isInside(real, root)) ? real : null;
}

function isInside(file: string, root: string): boolean {
  const relative = path.relative(root, file);
  return relative === '' || !(relative.startsWith('..') || path.isAbsolute(relative));
}
