import { createHash } from 'node:crypto';
import type { RecordIssue, RecordLine, RecordOutline } from '../contract/transcript.ts';
import { AppError } from '../errors.ts';
import type { Adapter } from '../formats/adapter.ts';
import type { FileLine } from '../formats/lines.ts';
import type { ParsedRecords, ReadRecord } from '../transcripts/records.ts';
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

/** Reads a file of records with one adapter. Memory holds outlines only, whatever the size; bad lines become issues. */
export async function parseFile(file: string, adapter: Adapter, onBytes: (count: number) => void): Promise<ParsedFile> {
  const outlines: RecordOutline[] = [];
  const hashes = new HashList();
  const hash = createHash('sha256');
  const issues = new IssueList();
  let kept: ReadRecord[] | null = [];
  let byteSize = 0;
  const onChunk = (chunk: Uint8Array): void => {
    hash.update(chunk);
    byteSize += chunk.byteLength;
    onBytes(chunk.byteLength);
  };
  for await (const lines of readLines(file, { byteLimit: Number.POSITIVE_INFINITY, onChunk })) {
    if (byteSize > KEEP_BYTES) kept = null;
    for (const item of lines) {
      const read = readRecord(item, adapter);
      if (typeof read === 'string') issues.add(read, lineOf(item));
      if (read === null || typeof read === 'string') continue;
      outlines.push(read.outline);
      hashes.add(sha256(read.record.line.bytes));
      kept?.push(read.record);
    }
  }
  const [records, fileHash] = [kept, hash.digest('hex')];
  return {
    outlines,
    hashes,
    sha256: fileHash,
    byteSize,
    issues: issues.list(),
    readParts: (bytes) => adapter.readParts(bytes),
    read: () => (records === null ? rereadRecords(file, adapter, { byteSize, sha256: fileHash }) : fromMemory(records)),
  };
}

type Read = { readonly record: ReadRecord; readonly outline: RecordOutline };

/** A record, null for what is none, or the reason why a line is not kept. */
function readRecord(item: FileLine, adapter: Adapter): Read | string | null {
  if (item.kind === 'blank') return null;
  if (item.kind === 'too-long')
    return `record of ${item.byteLength} bytes at byte ${item.offset} is too long and was not kept`;
  const { outline, text } = adapter.readRecord(item.line);
  if (isCutOff(item.line, outline)) return CUT_OFF;
  return { record: { line: item.line, text }, outline };
}

function isCutOff(line: RecordLine, { kind }: RecordOutline): boolean {
  return kind === 'invalid' && !line.hasLineFeed;
}

function lineOf(item: FileLine): number {
  return item.kind === 'too-long' ? item.lineNumber : item.line.lineNumber;
}

async function* fromMemory(records: readonly ReadRecord[]): AsyncIterable<ReadRecord> {
  yield* records;
}

/** The same records again; a text is read when it is asked for. Throws `conflict` when the bytes are others by now. */
async function* rereadRecords(
  file: string,
  adapter: Adapter,
  first: Pick<ParsedFile, 'byteSize' | 'sha256'>,
): AsyncIterable<ReadRecord> {
  const hash = createHash('sha256');
  const onChunk = (chunk: Uint8Array): void => void hash.update(chunk);
  for await (const lines of readLines(file, { byteLimit: first.byteSize, onChunk })) {
    for (const item of lines) {
      if (item.kind !== 'record') continue;
      const { line } = item;
      if (!line.hasLineFeed && isCutOff(line, adapter.readRecord(line).outline)) continue;
      yield {
        line,
        get text() {
          return adapter.readRecord(line).text;
        },
      };
    }
  }
  if (hash.digest('hex') !== first.sha256)
    throw new AppError('conflict', 'it changed while it was being read; import it again');
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
