import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { unpackZip } from './unpack-zip.ts';
import { PERSON_QUOTA_BYTES, UPLOAD_MAX_BYTES } from './upload-limits.ts';

export type Upload = {
  /** As the browser names it; it becomes a part of a path only after it is cleaned. */
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** Absolute folder that uploads wait in. */
  readonly waitingDir: string;
  readonly maxBytes?: number;
  readonly quotaBytes?: number;
};

/** A folder of one's own with what was sent, to be imported and removed. */
export type Received = { readonly folder: string; readonly bytes: number };

/**
 * Takes an upload in, streamed, and unpacks a ZIP. Throws `too-large` past the limit of an upload or the person's quota,
 * `bad-input` for what cannot be unpacked; then nothing of it is left.
 */
export async function receiveUpload(scope: WriteScope, upload: Upload): Promise<Received> {
  const left = (upload.quotaBytes ?? PERSON_QUOTA_BYTES) - (await scope.engine.storedBytes(scope.actor.person.id));
  if (left <= 0) throw overQuota();
  const folder = path.join(upload.waitingDir, randomBytes(12).toString('hex'));
  const content = path.join(folder, 'content');
  await mkdir(content, { recursive: true, mode: 0o700 });
  try {
    const maxBytes = Math.min(left, upload.maxBytes ?? UPLOAD_MAX_BYTES);
    const name = safeName(upload.name);
    const isZip = name.toLowerCase().endsWith('.zip');
    const file = isZip ? path.join(folder, 'upload.zip') : path.join(content, name);
    const bytes = await writeBounded(upload.body, file, { maxBytes, isQuota: left <= maxBytes });
    if (isZip) {
      await unpackZip(file, content);
      await rm(file);
    }
    return { folder: content, bytes };
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw cause;
  }
}

async function writeBounded(
  body: AsyncIterable<Uint8Array>,
  file: string,
  limit: { maxBytes: number; isQuota: boolean },
): Promise<number> {
  let bytes = 0;
  const bound = new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      bytes += chunk.byteLength;
      if (bytes > limit.maxBytes) done(limit.isQuota ? overQuota() : tooLarge(limit.maxBytes));
      else done(null, chunk);
    },
  });
  await pipeline(body, bound, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return bytes;
}

/** A plain file name: no folder, no control or direction marks, not hidden, not too long for a file system. */
export function safeName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  const clean = base
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_')
    .replace(/^\.+/, '')
    .slice(-150);
  return clean === '' ? 'upload' : clean;
}

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'too-large',
    `An upload has at most ${maxBytes} bytes. Split it, or import from the command line.`,
  );
}

function overQuota(): AppError {
  return new AppError(
    'too-large',
    'Your space for transcripts is used up. Delete sessions, or ask an owner to import for you.',
  );
}
