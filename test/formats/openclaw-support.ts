/** Short ways to write OpenClaw records, and to read files as an importer does. */
import { activePath } from '../../server/branch/walk.ts';
import type { RecordDraft, RecordIssue, TranscriptOutline } from '../../server/contract/transcript.ts';
import type { Adapter, Companion, FileContext } from '../../server/formats/adapter.ts';
import { LineSplitter } from '../../server/formats/lines.ts';
import { openclaw } from '../../server/formats/openclaw/adapter.ts';

type Row = Record<string, unknown>;

const encoder = new TextEncoder();
const HOME = '/home/someone/.openclaw/agents/main/sessions';
export const FILE_PATH = `${HOME}/s1.jsonl`;

export function header(fields: Row = {}): Row {
  return { type: 'session', version: 3, id: 's1', timestamp: '2026-05-01T08:00:00.000Z', cwd: '/work', ...fields };
}

/** `parentId` undefined leaves the field out. */
function row(type: string, id: string, parentId: string | null | undefined, fields: Row): Row {
  return { type, id, ...(parentId === undefined ? {} : { parentId }), ...fields };
}

export function user(
  id: string,
  parentId: string | null | undefined,
  text: unknown = `prompt ${id}`,
  fields: Row = {},
): Row {
  return row('message', id, parentId, { message: { role: 'user', content: text }, ...fields });
}

export function answer(id: string, parentId: string | null | undefined, text = `answer ${id}`, message: Row = {}): Row {
  const content = text === '' ? [] : [{ type: 'text', text }];
  return row('message', id, parentId, {
    message: { role: 'assistant', content, provider: 'acme', model: 'm', ...message },
  });
}

export function mirror(id: string, parentId: string | null, text: string, model = 'delivery-mirror'): Row {
  return answer(id, parentId, text, { provider: 'openclaw', model });
}

export function leaf(id: string, targetId: unknown, fields: Row = {}): Row {
  return row('leaf', id, null, { targetId, ...fields });
}

export function reset(id: string, parentId: string | null, fields: Row = {}): Row {
  return row('reset', id, parentId, fields);
}

export function jsonLines(rows: readonly unknown[]): Uint8Array {
  return encoder.encode(rows.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
}

export function readDrafts(adapter: Adapter, bytes: Uint8Array): readonly RecordDraft[] {
  const splitter = new LineSplitter();
  const lines = splitter.push(bytes);
  const last = splitter.end();
  return [...lines, ...(last === null ? [] : [last])].flatMap((line) =>
    line.kind === 'record' ? [adapter.readRecord(line.line)] : [],
  );
}

export type ReadFile = {
  readonly drafts: readonly RecordDraft[];
  readonly transcript: TranscriptOutline;
  readonly issues: readonly RecordIssue[];
  /** Ids of the active branch, root first. */
  readonly active: readonly string[];
  /** Texts that a search over all branches can find, in file order. */
  readonly searchable: readonly string[];
};

export function readTranscript(bytes: Uint8Array, context: Partial<FileContext> = {}): ReadFile {
  const drafts = readDrafts(openclaw, bytes);
  const outlines = drafts.map((draft) => draft.outline);
  const { transcripts, issues } = openclaw.resolve(outlines, { path: FILE_PATH, companions: [], ...context });
  const transcript = transcripts[0];
  if (transcript === undefined) throw new Error('the file holds no conversation');
  const path = activePath(transcript.entries, transcript.leaf);
  return {
    drafts,
    transcript,
    issues,
    active: path.flatMap((index) => transcript.entries[index]?.nativeId ?? []),
    searchable: transcript.entries.flatMap((entry) => (entry.isSearchable ? (drafts[entry.record]?.text ?? []) : [])),
  };
}

export function readRows(...rows: readonly unknown[]): ReadFile {
  return readTranscript(jsonLines(rows));
}

export function storeOf(entries: Row, path = `${HOME}/sessions.json`): Companion {
  return openclaw.readCompanion(path, encoder.encode(JSON.stringify(entries)));
}
