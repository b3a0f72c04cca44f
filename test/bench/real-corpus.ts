import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { adapterFor } from '../../server/formats/registry.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const HEAD_BYTES = 65_536;

export type RealCorpus = {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly copies: number;
};

/**
 * Real JSONL transcripts, written again and again until there are `bytes` of them; in each copy every UUID is another one.
 * Only files that import as a session of their own under such ids. Null when there is no such folder.
 */
export function writeRealCorpus(source: string, folder: string, bytes: number): RealCorpus | null {
  const files = existsSync(source) ? findTranscripts(source) : [];
  if (files.length === 0) return null;
  let written = 0;
  let copies = 0;
  for (; written < bytes; copies += 1) {
    for (const { name, text } of files) {
      const file = path.join(folder, `copy-${copies}`, renamed(name, copies));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, renamed(text, copies));
      written += statSync(file).size;
    }
  }
  return { folder, files: files.length * copies, bytes: written, copies };
}

type RealFile = { readonly name: string; readonly text: string };

function findTranscripts(source: string): readonly RealFile[] {
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  const found = names.sort().flatMap((name): RealFile[] => {
    const bytes = readFileSync(path.join(source, name));
    const file = { path: path.join(source, name), head: bytes.subarray(0, HEAD_BYTES), size: bytes.length };
    return adapterFor(file)?.role.role === 'transcript' ? [{ name, text: bytes.toString('utf8') }] : [];
  });
  const sessionOf = new Map<string, RealFile>();
  for (const file of found) {
    const [session] = sessionIds(file);
    const known = session === undefined ? undefined : sessionOf.get(session);
    if (session !== undefined && file.text.length > (known?.text.length ?? 0)) sessionOf.set(session, file);
  }
  return [...sessionOf.values()];
}

/** Files that tell no UUID for their session would be copies of one another. */
function sessionIds({ name, text }: RealFile): readonly string[] {
  const named = path.basename(name).match(UUID) ?? [];
  const said = [...text.matchAll(/"(?:sessionId|type":"session","version":\d+,"id)":"([0-9a-f-]{36})"/g)];
  return [...named, ...said.flatMap((match) => match[1] ?? [])];
}

function renamed(text: string, copy: number): string {
  return text.replace(UUID, (uuid) => {
    const hex = createHash('sha256').update(`${copy} ${uuid}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  });
}
