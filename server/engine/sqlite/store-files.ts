import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../errors.ts';

const SECRET_BYTES = 32;

/** Where the store keeps what, below the data folder. */
export function databaseFile(dataDir: string): string {
  return path.join(dataDir, 'scrollback.db');
}

/** Throws `broken` when the folder cannot be made. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new AppError(
      'broken',
      `The data folder ${dataDir} cannot be made. Check SCROLLBACK_DATA and who may write there.`,
      { cause },
    );
  }
}

/** The store's own secret: made once, readable by its owner only. Throws `broken` when it is not what was written. */
export function readStoreSecret(dataDir: string): Uint8Array {
  makeDataDir(dataDir);
  const file = path.join(dataDir, 'secret.key');
  try {
    writeFileSync(file, `${randomBytes(SECRET_BYTES).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
  }
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
  if (secret.byteLength !== SECRET_BYTES) {
    throw new AppError(
      'broken',
      `${file} is damaged. Put it back from a backup; without it, deleted sessions can come back.`,
    );
  }
  return secret;
}
