import { createHash } from 'node:crypto';
import type { RecordDraft, RecordIssue, RecordLine, RecordOutline } from '../contract/transcript.ts';
import { AppError } from '../errors.ts';
import type { Adapter } from '../formats/adapter.ts';
import type { FileLine } from '../formats/lines.ts';
import type { ParsedRecords, ReadRecord } from '../transcripts/records.ts';
import { toolText } from '../transcripts/tool-text.ts';
import { HashList } from './hash-list.ts';
import { readLines } from './read-lines.ts';
import { sha256 } from './sha256.ts';

/** Files up to this size are read once and kept in memory while they are stored; larger ones are read twice. */
const KEEP_BYTES = 8_388_608;
const CUT_OFF = 'last line is cut off; it is read when it is complete';

export type ParsedFile = ParsedRecords & {
  /** Of all bytes read, as hex. */
  readonly sha256: string;
  readonly byteSize: number;
  readonly issues: readonly RecordIssue[];
};

export type ParseOptions = {
  readonly adapter: Adapter;
  /** All of it is going to be stored: what can be found at the first reading is. */
  readonly isNew: boolean;
  readonly onBytes: (count: number) => void;
};

/** Reads a file of records with one adapter. Memory holds outlines only, whatever the size; bad lines become issues. */
export async function parseFile(file: string, { adapter, isNew, onBytes }: ParseOptions): Promise<ParsedFile> {
  const outlines: RecordOutline[] = [];
  const hashes = new HashList();
  const hash = createHash('sha256');
  const issues = new IssueList();
  let kept: ReadRecord[][] | null = [];
  let byteSize = 0;
  const onChunk = (chunk: Uint8Array): void => {
    hash.update(chunk);
    byteSize += chunk.byteLength;
    onBytes(chunk.byteLength);
  };
  for await (const lines of readLines(file, { byteLimit: Number.POSITIVE_INFINITY, onChunk })) {
    if (byteSize > KEEP_BYTES) kept = null;
    const batch: ReadRecord[] = [];
    for (const item of lines) {
      const read = readRecord(item, adapter);
      if (typeof read === 'string') issues.add(read, lineOf(item));
      if (read === null || typeof read === 'string') continue;
      outlines.push(read.draft.outline);
      hashes.add(sha256(read.line.bytes));
      if (kept !== null) batch.push(isNew ? readWhole(read) : readAgainForTools(read, adapter));
    }
    kept?.push(batch);
  }
  const [records, fileHash] = [kept, hash.digest('hex')];
  return {
    outlines,
    hashes,
    sha256: fileHash,
    byteSize,
    issues: issues.list(),
    read: () => (records === null ? rereadRecords(file, adapter, { byteSize, sha256: fileHash }) : fromMemory(records)),
  };
}

type Read = { readonly line: RecordLine; readonly draft: RecordDraft };

/** A record, null for what is none, or the reason why a line is not kept. */
function readRecord(item: FileLine, adapter: Adapter): Read | string | null {
  if (item.kind === 'blank') return null;
  if (item.kind === 'too-long')
    return `record of ${item.byteLength} bytes at byte ${item.offset} is too long and was not kept`;
  const draft = adapter.readRecord(item.line);
  return isCutOff(item.line, draft.outline) ? CUT_OFF : { line: item.line, draft };
}

/** With what is in its tools, while the record is parsed. */
function readWhole({ line, draft: { outline, text, parts } }: Read): ReadRecord {
  const tools = toolText(outline.kind, parts);
  return { line, text, tools: () => tools };
}

/** Most records of a known file are stored already: of the others the tools are read when they are asked for. */
function readAgainForTools({ line, draft: { outline, text } }: Read, adapter: Adapter): ReadRecord {
  const { kind } = outline;
  return { line, text, tools: () => toolText(kind, () => adapter.readParts(line.bytes)) };
}

function isCutOff(line: RecordLine, { kind }: RecordOutline): boolean {
  return kind === 'invalid' && !line.hasLineFeed;
}

function lineOf(item: FileLine): number {
  return item.kind === 'too-long' ? item.lineNumber : item.line.lineNumber;
}

async function* fromMemory(batches: readonly (readonly ReadRecord[])[]): AsyncIterable<readonly ReadRecord[]> {
  yield* batches;
}

/** The same records again; each is parsed when something of it is asked for. Throws `conflict` when the bytes are others by now. */
async function* rereadRecords(
  file: string,
  adapter: Adapter,
  first: Pick<ParsedFile, 'byteSize' | 'sha256'>,
): AsyncIterable<readonly ReadRecord[]> {
  const hash = createHash('sha256');
  const onChunk = (chunk: Uint8Array): void => void hash.update(chunk);
  for await (const lines of readLines(file, { byteLimit: first.byteSize, onChunk })) {
    const batch: ReadRecord[] = [];
    for (const item of lines) {
      if (item.kind !== 'record') continue;
      const record = new RecordAgain(item.line, adapter);
      if (item.line.hasLineFeed || !record.isCutOff()) batch.push(record);
    }
    yield batch;
  }
  if (hash.digest('hex') !== first.sha256)
    throw new AppError('conflict', 'it changed while it was being read; import it again');
}

class RecordAgain implements ReadRecord {
  readonly line: RecordLine;
  readonly #adapter: Adapter;
  #draft: RecordDraft | null = null;

  constructor(line: RecordLine, adapter: Adapter) {
    this.line = line;
    this.#adapter = adapter;
  }

  get text(): string {
    return this.#read().text;
  }

  readonly tools = (): ReturnType<ReadRecord['tools']> => {
    const { outline, parts } = this.#read();
    // What is asked for last: the parsed record is not kept any longer.
    this.#draft = null;
    return toolText(outline.kind, parts);
  };

  isCutOff(): boolean {
    return isCutOff(this.line, this.#read().outline);
  }

  #read(): RecordDraft {
    this.#draft ??= this.#adapter.readRecord(this.line);
    return this.#draft;
  }
}

/** Issues by reason, with the line of the first case. */
class IssueList {
  readonly #byReason = new Map<string, { lineNumber: number; count: number }>();

  add(reason: string, lineNumber: number): void {
    const issue = this.#byReason.get(reason);
    if (issue === undefined) this.#byReason.set(reason, { lineNumber, count: 1 });
    else issue.count += 1;
  }

  list(): readonly RecordIssue[] {
    return [...this.#byReason].map(([reason, { lineNumber, count }]) => ({ reason, lineNumber, count }));
  }
}
