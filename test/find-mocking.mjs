import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * The test files that put something in the place of a module: each needs a process to itself.
 * @param {string} root
 * @returns {string[]} paths from the root
 */
export function findMocking(root) {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        path.endsWith('.test.ts') && /\bvi\.(?:doM|m)ock\(/.test(readFileSync(join(root, 'test', path), 'utf8')),
    )
    .map((path) => join('test', path).replaceAll(sep, '/'));
}
