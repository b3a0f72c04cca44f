import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { unpackZip, type ZipBounds } from './unpack-zip.ts';
import { PERSON_QUOTA_BYTES, UPLOAD_MAX_BYTES, ZIP_BOUNDS } from './upload-limits.ts';

const NAME_MAX_BYTES = 200;

export type Upload = {
  /** As the browser names it; it becomes a part of a path only after it is cleaned. */
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** Absolute folder that uploads wait in. */
  readonly waitingDir: string;
  readonly maxBytes?: number;
  readonly quotaBytes?: number;
  readonly zipBounds?: ZipBounds;
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
      await unpackWithin(left, file, { content, bounds: upload.zipBounds ?? ZIP_BOUNDS });
      await rm(file);
    }
    return { folder: content, bytes };
  } catch (cause) {
    await discardUpload({ folder: content });
    throw cause;
  }
}

/** Removes what was taken in and will not be imported. */
export async function discardUpload({ folder }: Pick<Received, 'folder'>): Promise<void> {
  await rm(path.dirname(folder), { recursive: true, force: true });
}

/** An archive counts by what is in it: what does not fit into the person's space is not unpacked to its end. */
async function unpackWithin(
  left: number,
  file: string,
  { content, bounds }: { content: string; bounds: ZipBounds },
): Promise<void> {
  const maxBytes = Math.min(left, bounds.maxBytes);
  await unpackZip(file, content, { ...bounds, maxBytes }).catch((cause: unknown) => {
    const isQuota = left < bounds.maxBytes && cause instanceof AppError && cause.kind === 'too-large';
    throw isQuota ? overQuota() : cause;
  });
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
  const clean = base.toWellFormed().replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '_');
  // Cut by bytes, as file systems count, and by its beginning: the end tells the format.
  const end = Buffer.from(clean)
    .subarray(-NAME_MAX_BYTES)
    .toString()
    .replace(/^[.\uFFFD]+/, '');
  return end === '' ? 'upload' : end;
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
