import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { AppError } from '../errors.ts';

const NAME_MAX = 500;
const SYMLINK_MODE = 0o120000;
const MODE_MASK = 0o170000;

export type ZipBounds = {
  /** Of all files together, unpacked. */
  readonly maxBytes: number;
  readonly maxFiles: number;
  /** How many times larger than packed a file over 1 MiB may be. */
  readonly maxRatio: number;
};

/**
 * Unpacks the regular files of a ZIP below a folder. Names never lead out of it; links, devices and nested archives are
 * not followed. Throws `bad-input` when it is damaged or names lead outside, `too-large` past the bounds.
 */
export async function unpackZip(file: string, folder: string, bounds: ZipBounds): Promise<void> {
  const zip = await openPromise(file, { strictFileNames: true, validateEntrySizes: true }).catch(damaged);
  const total = { files: 0, bytes: 0 };
  try {
    for await (const entry of zip.eachEntry()) await unpackEntry(zip, entry, { folder, bounds, total });
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    damaged(cause);
  } finally {
    zip.close();
  }
}

type Target = {
  readonly folder: string;
  readonly bounds: ZipBounds;
  readonly total: { files: number; bytes: number };
};

async function unpackEntry(zip: ZipFile, entry: Entry, target: Target): Promise<void> {
  const name = entry.fileName;
  const isLink = ((entry.externalFileAttributes >>> 16) & MODE_MASK) === SYMLINK_MODE;
  if (name.endsWith('/') || isLink) return;
  target.total.files += 1;
  const { maxFiles } = target.bounds;
  if (target.total.files > maxFiles) throw bomb(`more than ${maxFiles} files`);
  const to = path.resolve(target.folder, name);
  if (name.length > NAME_MAX || !to.startsWith(target.folder + path.sep)) {
    throw new AppError(
      'bad-input',
      'A name in this ZIP leads outside of it. Nothing was imported; make the archive anew.',
    );
  }
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  await pipeline(
    await zip.openReadStreamPromise(entry),
    bounded(entry, target),
    createWriteStream(to, { flags: 'wx', mode: 0o600 }),
  );
}

/** Counts what really comes out: sizes that the archive states are only stated. */
function bounded(entry: Entry, { bounds, total }: Target): Transform {
  let bytes = 0;
  const max = Math.max(1_048_576, entry.compressedSize * bounds.maxRatio);
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) => {
      bytes += chunk.byteLength;
      total.bytes += chunk.byteLength;
      if (bytes > max) done(bomb('a file that grows without bounds'));
      else if (total.bytes > bounds.maxBytes) done(bomb(`more than ${bounds.maxBytes} bytes`));
      else done(null, chunk);
    },
  });
}

function bomb(what: string): AppError {
  return new AppError('too-large', `This ZIP holds ${what}. Nothing was imported; upload its files in parts.`);
}

function damaged(cause: unknown): never {
  throw new AppError('bad-input', 'This ZIP cannot be unpacked: it is damaged, or holds a name twice. Make it anew.', {
    cause,
  });
}
