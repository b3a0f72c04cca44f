/** Files as an importer meets them: whole folders, each file with the companions beside and above it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Adapter, Companion, FileContext, FileRole } from '../../server/formats/adapter.ts';
import { adapterFor } from '../../server/formats/registry.ts';

export const FIXTURES = path.resolve(process.cwd(), 'test/fixtures');
export const SAMPLES = path.resolve(process.cwd(), '../shared/transcripts');

const HEAD_BYTES = 65_536;

export type TakenFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly adapter: Adapter;
  readonly role: FileRole;
};

export type TranscriptFile = TakenFile & { readonly context: FileContext };

export type Folder = {
  readonly transcripts: readonly TranscriptFile[];
  /** Names of all other files, and what they are; null where no format takes them. */
  readonly others: ReadonlyMap<string, FileRole | null>;
};

/** Empty when the folder is not there. */
export function readFolder(root: string): Folder {
  const others = new Map<string, FileRole | null>();
  const taken: TakenFile[] = [];
  for (const name of filesBelow(root)) {
    const bytes = new Uint8Array(readFileSync(path.join(root, name)));
    const match = adapterFor({ path: path.join(root, name), head: bytes.subarray(0, HEAD_BYTES), size: bytes.length });
    if (match !== null) taken.push({ name, bytes, ...match });
    if (match?.role.role !== 'transcript') others.set(name, match?.role ?? null);
  }
  const transcripts = taken.filter(({ role }) => role.role === 'transcript');
  return { transcripts: transcripts.map((file) => ({ ...file, context: contextOf(file, taken, root) })), others };
}

function filesBelow(root: string): readonly string[] {
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  // Builders of fixtures lie beside them.
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'));
  return files.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))).sort();
}

function contextOf(file: TakenFile, all: readonly TakenFile[], root: string): FileContext {
  const folder = path.dirname(file.name);
  const beside = all.filter((other) => other.role.role === 'companion' && other.adapter === file.adapter);
  const reaching = beside.filter((other) => isWithin(folder, path.dirname(other.name)));
  const nearestFirst = reaching.sort((left, right) => path.dirname(right.name).length - path.dirname(left.name).length);
  const companions = nearestFirst.map(
    (other): Companion => other.adapter.readCompanion(path.join(root, other.name), other.bytes),
  );
  return { path: path.join(root, file.name), companions };
}

function isWithin(folder: string, ancestor: string): boolean {
  return ancestor === '.' || folder === ancestor || folder.startsWith(`${ancestor}${path.sep}`);
}
