import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Person, Role } from '../../server/contract/actor.ts';
import type { EntryKind, EntryRole, RecordOutline, TranscriptOutline } from '../../server/contract/transcript.ts';
import type { Engine } from '../../server/engine/engine.ts';
import type { NewEntry, SaveHeader } from '../../server/engine/save-types.ts';
import { recordParts } from '../../server/ingest/record-parts.ts';
import type { ParsedRecords, ReadRecord } from '../../server/transcripts/records.ts';
import { type SaveResult, saveTranscript } from '../../server/transcripts/save.ts';
import { saveHeader } from '../../server/transcripts/save-header.ts';
import { toolText } from '../../server/transcripts/tool-text.ts';
import { type ReadScope, readScope, type WriteScope, writeScope } from '../../server/visibility/scope.ts';
import { NOW_MS } from './test-store.ts';

export async function addTestPerson(engine: Engine, email: string, role: Role = 'member'): Promise<Person> {
  return engine.addPerson({ email, role });
}

export function reader(engine: Engine, person: Person): ReadScope {
  return readScope(engine, { type: 'person', person });
}

export function writer(engine: Engine, person: Person): WriteScope {
  return writeScope(engine, { type: 'person', person });
}

export type TestEntry = {
  readonly id: string;
  /** The entry before it, unless said otherwise; null for a root. */
  readonly parent?: string | null;
  readonly role?: EntryRole | null;
  readonly kind?: EntryKind;
  readonly text?: string;
  readonly timeMs?: number | null;
  readonly model?: string | null;
  /** What the format says of it; not part of its record. */
  readonly isSearchable?: boolean;
  /** The record's own JSON, for what is read from it again; made of the rest when it is left out. */
  readonly record?: unknown;
};

export type TestTranscript = Partial<Omit<TranscriptOutline, 'entries'>> & { readonly entries: readonly TestEntry[] };

/** Saves a transcript as an import would, without a file. */
export async function saveTestTranscript(scope: WriteScope, transcript: TestTranscript): Promise<SaveResult> {
  const outline = toOutline(transcript);
  const path = `/test/${outline.sessionKey}/${outline.nativeId}.jsonl`;
  return save(scope, { outline, transcript, path, sha256: 'ab' });
}

/** Writes a transcript to a file, a record a line, and saves it as an import of that file would. */
export async function saveTestFile(scope: WriteScope, path: string, transcript: TestTranscript): Promise<SaveResult> {
  const text = transcript.entries.map((entry) => `${recordText(entry)}\n`).join('');
  writeFileSync(path, text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return save(scope, { outline: toOutline(transcript), transcript, path, sha256 });
}

type FileOfTest = { outline: TranscriptOutline; transcript: TestTranscript; path: string; sha256: string };

async function save(scope: WriteScope, { outline, transcript, path, sha256 }: FileOfTest): Promise<SaveResult> {
  const source = await scope.engine.openSource(scope.actor.person.id, path);
  const records = toRecords(transcript.entries);
  const signal = new AbortController().signal;
  const saved = await saveTranscript(scope, {
    transcript: outline,
    records,
    sourceId: source.id,
    isKnownFile: false,
    nowMs: NOW_MS,
    signal,
  });
  const sessionIds = [saved.sessionId];
  await scope.engine.closeSource({ id: source.id, sha256, contextHash: 'cd', byteSize: 1, sessionIds });
  return saved;
}

export function toOutline(transcript: TestTranscript): TranscriptOutline {
  const { entries, ...given } = transcript;
  const nativeId = given.nativeId ?? 'native-1';
  return {
    format: 'openclaw',
    nativeId,
    sessionKey: `agent:main:${nativeId}`,
    agentId: 'main',
    kind: 'other',
    parentKey: null,
    title: null,
    project: null,
    model: null,
    isIncognito: false,
    isClosedWindow: false,
    familyNativeIds: [],
    entries: entries.map((entry, record) => ({
      record,
      nativeId: entry.id,
      parentNativeId: entry.parent === undefined ? (entries[record - 1]?.id ?? null) : entry.parent,
      isSearchable: entry.isSearchable ?? true,
    })),
    leaf: entries.at(-1)?.id ?? null,
    ...given,
  };
}

function recordText({ isSearchable: _, record, ...made }: TestEntry): string {
  return JSON.stringify(record ?? made);
}

export function toRecords(entries: readonly TestEntry[]): ParsedRecords {
  const lines = entries.map((entry) => Buffer.from(recordText(entry)));
  const outlines = entries.map(
    (entry, index): RecordOutline => ({
      nativeId: entry.id,
      parentNativeId: entry.parent ?? null,
      kind: entry.kind ?? 'message',
      role: entry.role === undefined ? (index % 2 === 0 ? 'user' : 'assistant') : entry.role,
      timeMs: entry.timeMs === undefined ? NOW_MS - 3_600_000 + index * 1000 : entry.timeMs,
      hasText: (entry.text ?? '') !== '',
      model: entry.model ?? null,
      facts: null,
    }),
  );
  let offset = 0;
  const read: ReadRecord[] = lines.map((bytes, index) => {
    const record = {
      line: { bytes, lineNumber: index + 1, offset, hasLineFeed: true },
      text: entries[index]?.text ?? '',
      tools: () => toolText(outlines[index]?.kind ?? 'unknown', () => recordParts('openclaw', bytes)),
    };
    offset += bytes.byteLength + 1;
    return record;
  });
  return {
    outlines,
    hashes: lines.map((bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)),
    read: async function* () {
      yield read;
    },
  };
}

/** Leaves a save as a killed process leaves it: all entries are added, and nothing is closed. */
export async function leaveUnfinished(scope: WriteScope, transcript: TestTranscript): Promise<void> {
  const cutOff = new Error('cut off');
  const engine: Engine = {
    ...scope.engine,
    closeWindow: async () => {
      throw cutOff;
    },
  };
  try {
    await saveTestTranscript({ ...scope, engine }, transcript);
  } catch (cause) {
    if (cause !== cutOff) throw cause;
  }
}

/** What the engine is handed by a save of a session of that native id. */
export function testHeader(nativeId: string): SaveHeader {
  return saveHeader(toOutline({ nativeId, entries: [] }));
}

/** A message as the engine is handed it, on the active branch. */
export function testNewEntry(position: number, nativeId: string, text = 'a late kettle'): NewEntry {
  const bytes = Buffer.from(nativeId);
  return {
    nativeId,
    position,
    parentPosition: position === 0 ? null : position - 1,
    kind: 'message',
    role: 'user',
    model: null,
    timeMs: NOW_MS,
    text,
    masks: [],
    walk: position,
    isSearchable: true,
    tools: null,
    record: { bytes, hash: nativeId, lineNumber: position + 1, offset: position },
  };
}
