import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 1_073_741_824;

/** A folder for a test's database: in memory where there is enough of it, since every commit waits for the disk. */
export function makeTemporaryFolder(name: string): string {
  return mkdtempSync(path.join(hasMemory() ? MEMORY : tmpdir(), `scrollback-${name}-`));
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES;
}
