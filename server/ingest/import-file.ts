import type { SessionId } from '../contract/actor.ts';
import type { ImportedFile, ImportStatus } from '../contract/import.ts';
import { MASK_CHARACTER } from '../contract/redaction.ts';
import type { RecordIssue, TranscriptOutline } from '../contract/transcript.ts';
import { PUSH_MARK } from '../engine/append-port.ts';
import type { SourceFacts, SourceFile } from '../engine/save-types.ts';
import type { Adapter } from '../formats/adapter.ts';
import { redact } from '../redaction/redact.ts';
import { cleanId } from '../transcripts/clean-id.ts';
import { countTranscript } from '../transcripts/count-transcript.ts';
import type { MessageCounts } from '../transcripts/new-entries.ts';
import { type SaveResult, saveTranscript } from '../transcripts/save.ts';
import { saveHeader } from '../transcripts/save-header.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { type Companions, companionsOf } from './companions.ts';
import { faultReason } from './fault-reason.ts';
import { type ParsedFile, parseFile } from './parse-file.ts';

export type FileTask = {
  readonly path: string;
  /** What the file is called as a source; see `ImportInput`. */
  readonly name: string;
  readonly adapter: Adapter;
  readonly companions: Companions;
  readonly restoresDeleted: boolean;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onBytes: (count: number) => void;
};

type Stored = Omit<SaveResult, 'sessionId'> & { readonly sessionId: SessionId | null };
type Saved = { readonly transcript: TranscriptOutline; readonly result: Stored | null };

/** A transcript file that was read and must be stored. */
export type ReadFile = {
  readonly task: FileTask;
  readonly parsed: ParsedFile;
  readonly transcripts: readonly TranscriptOutline[];
  readonly issues: readonly RecordIssue[];
  /** Those that their owner deleted earlier: they are not stored. */
  readonly deleted: ReadonlySet<TranscriptOutline>;
  readonly contextHash: string;
  /** No import of this path has finished yet. */
  readonly isNew: boolean;
};

/**
 * Raised whenever adapters read the same bytes in another way, or more is remembered of a file: then even unchanged ones
 * are stored anew. 2: the counts and issues that the page of sources shows.
 */
const READER_VERSION = 2;
const ISSUES_REMEMBERED_MAX = 20;
export const EMPTY_FILE = 'the file is empty';

/** Reads one transcript file; its report when there is nothing to store of it. */
export async function readFile(
  scope: WriteScope,
  task: FileTask,
): Promise<{ readonly report: ImportedFile } | { readonly file: ReadFile }> {
  const { companions, hash } = companionsOf(task.companions, task.path, task.adapter);
  const contextHash = `${READER_VERSION}:${hash}`;
  const { adapter, onBytes } = task;
  const source = await scope.engine.findSource(scope.actor.person.id, task.name);
  const isNew = source === null || source.sha256 === null;
  const parsed = await parseFile(task.path, { adapter, isNew, onBytes });
  const { transcripts, issues: found } = adapter.resolve(parsed.outlines, { path: task.path, companions });
  const issues = [...parsed.issues, ...found];
  if (transcripts.length === 0) return { report: skipped(task, issues, parsed.byteSize) };
  const deleted = await findDeleted(scope, task, transcripts);
  if (deleted.size === transcripts.length) {
    // Without a source: the path of what was deleted is not kept either.
    const saved = transcripts.map((transcript) => ({ transcript, result: null }));
    return { report: report(task, { saved, issues, status: statusOf(saved) }) };
  }
  const isUnchanged = source?.sha256 === parsed.sha256 && source.contextHash === contextHash;
  if (isUnchanged && source.sessionKeys.length === transcripts.length) {
    const saved = transcripts.map((each, at) => unchanged({ each, at, parsed, source }));
    return { report: report(task, { saved, issues, status: 'unchanged' }) };
  }
  return { file: { task, parsed, transcripts, issues, deleted, contextHash, isNew } };
}

/** Merges a file with what is stored of it. Throws only what concerns the whole import (a full disk, a cancel). */
export async function mergeFile(scope: WriteScope, file: ReadFile): Promise<ImportedFile> {
  const { task, parsed, transcripts, issues, deleted, contextHash } = file;
  const source = await scope.engine.openSource(scope.actor.person.id, task.name);
  const saved: Saved[] = [];
  for (const transcript of transcripts) {
    const result = deleted.has(transcript) ? null : await save(scope, { task, parsed, transcript, source });
    saved.push({ transcript, result });
  }
  const told = report(task, { saved, issues, status: statusOf(saved) });
  const sessionIds: readonly SessionId[] = saved.flatMap(({ result }) => result?.sessionId ?? []);
  const { sha256, byteSize } = parsed;
  await scope.engine.closeSource({
    id: source.id,
    sha256,
    contextHash,
    byteSize,
    sessionIds,
    facts: factsOf(task, told),
  });
  return told;
}

/** Nothing is skipped without a reason, not even a file that is empty in a place where transcripts are kept. */
function skipped(task: FileTask, issues: readonly RecordIssue[], byteSize: number): ImportedFile {
  const reason = byteSize === 0 ? EMPTY_FILE : 'the file holds no records';
  const told = issues.length > 0 ? issues : [{ reason, lineNumber: null, count: 1 }];
  return report(task, { saved: [], issues: told, status: 'skipped' });
}

async function findDeleted(
  scope: WriteScope,
  task: FileTask,
  transcripts: readonly TranscriptOutline[],
): Promise<ReadonlySet<TranscriptOutline>> {
  const deleted = new Set<TranscriptOutline>();
  for (const transcript of transcripts) {
    const { format, nativeId } = transcript;
    const identity = { format, nativeId: cleanId(nativeId), lift: task.restoresDeleted };
    if (await scope.engine.isDeleted(scope.actor.person.id, identity)) deleted.add(transcript);
  }
  return deleted;
}

/** What the store remembers of a file for the page of sources. */
export function factsOf(task: FileTask, { entries, messages, skipped }: ImportedFile): SourceFacts {
  return { format: task.adapter.format, entries, messages, issues: skipped.slice(0, ISSUES_REMEMBERED_MAX) };
}

/** The report of a file that was stored whole, all of it new. `counts` in the order of its conversations. */
export function addedFile({ task, transcripts, issues }: ReadFile, counts: readonly MessageCounts[]): ImportedFile {
  const saved = transcripts.map((transcript, at): Saved => {
    const { entries, messages, active } = counts[at] ?? { entries: 0, messages: 0, active: 0 };
    const { sessionKey } = saveHeader(transcript);
    const status = 'added' as const;
    return { transcript, result: { sessionKey, sessionId: null, status, added: entries, entries, messages, active } };
  });
  return report(task, { saved, issues, status: 'added' });
}

/** What the report says of a file whose every byte was stored by an earlier import. Nothing is written for it. */
function unchanged(of: { each: TranscriptOutline; at: number; parsed: ParsedFile; source: SourceFile }): Saved {
  const { each: transcript, at, parsed, source } = of;
  const counts = countTranscript(transcript, parsed.outlines);
  const sessionKey = source.sessionKeys[at] ?? transcript.sessionKey;
  return { transcript, result: { sessionKey, sessionId: null, status: 'unchanged', added: 0, ...counts } };
}

async function save(
  scope: WriteScope,
  ask: { task: FileTask; parsed: ParsedFile; transcript: TranscriptOutline; source: SourceFile },
): Promise<SaveResult> {
  const { task, parsed, transcript, source } = ask;
  const { nowMs, signal } = task;
  // Uploads of one name need not be one file; what is pushed under one name is.
  const isSameFile = task.name === task.path || task.name.startsWith(PUSH_MARK);
  const isKnownFile = source.sha256 !== null && isSameFile;
  return saveTranscript(scope, { transcript, records: parsed, sourceId: source.id, isKnownFile, nowMs, signal });
}

function statusOf(saved: readonly Saved[]): ImportStatus {
  const results = saved.flatMap(({ result }) => (result === null ? [] : [result.status]));
  if (results.length === 0) return 'deleted earlier, not brought back';
  if (results.includes('added')) return 'added';
  return results.includes('updated') ? 'updated' : 'unchanged';
}

function report(
  task: FileTask,
  outcome: { saved: readonly Saved[]; issues: readonly RecordIssue[]; status: ImportStatus },
): ImportedFile {
  const { saved, issues, status } = outcome;
  const total = (field: 'entries' | 'messages' | 'active' | 'added'): number =>
    saved.reduce((sum, { result }) => sum + (result?.[field] ?? 0), 0);
  const deleted = saved.filter(({ result }) => result === null).length;
  const skipped = issues.map(({ reason, count, lineNumber }) => ({
    reason: withoutSecrets(reason),
    count,
    ...(lineNumber === null ? {} : { line: lineNumber }),
  }));
  if (deleted > 0) {
    skipped.push({
      reason: 'deleted earlier, not brought back; import with --restore-deleted to bring it back',
      count: deleted,
    });
  }
  return {
    path: task.name,
    format: task.adapter.format,
    sessionKey: saved[0] === undefined ? null : keyOf(saved[0]),
    sessionKeys: saved.map(keyOf),
    entries: total('entries'),
    messages: total('messages'),
    active: total('active'),
    added: total('added'),
    skipped,
    status,
  };
}

/** A reason may quote the file: the name of a type that is not known. */
function withoutSecrets(reason: string): string {
  return redact(reason).text.replaceAll(MASK_CHARACTER, '[redacted]');
}

/** The key that it is stored under; the file's own where nothing is stored of it. */
function keyOf({ transcript, result }: Saved): string {
  return result?.sessionKey ?? transcript.sessionKey;
}

export function failedFile(task: Pick<FileTask, 'path' | 'name' | 'adapter'>, cause: unknown): ImportedFile {
  const reason = faultReason(task.path, cause);
  return { ...noEntries(task.name), format: task.adapter.format, skipped: [{ reason, count: 1 }], status: 'failed' };
}

export function noEntries(path: string): Omit<ImportedFile, 'status' | 'skipped'> {
  return { path, format: null, sessionKey: null, sessionKeys: [], entries: 0, messages: 0, active: 0, added: 0 };
}
