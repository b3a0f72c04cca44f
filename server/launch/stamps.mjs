import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A hash over files' paths and contents. Prose (`.md`) does not count; what does not exist counts as absent.
 * @param {string} root
 * @param {readonly string[]} inputs files and folders, from the root
 * @returns {string} 64 hexadecimal digits
 */
export function hashSources(root, inputs) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => listFiles(root, input))) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} input
 * @returns {string[]} files, from the root, in an order that does not depend on the file system
 */
function listFiles(root, input) {
  const stat = statSync(join(root, input), { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [input];
  const inside = readdirSync(join(root, input), { recursive: true, encoding: 'utf8' }).map((path) => join(input, path));
  return inside.filter((path) => !path.endsWith('.md') && statSync(join(root, path)).isFile()).sort();
}

/** @param {string} path */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/**
 * Writes a file so that no reader ever sees half of it.
 * @param {string} path
 * @param {string | Uint8Array} content
 */
export function replaceFile(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, content);
  renameSync(fresh, path);
}
