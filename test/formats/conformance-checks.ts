/** What holds of every format's reading of every file, however broken. */
import { expect } from 'vitest';
import { activePath } from '../../server/branch/walk.ts';
import type { RecordPart } from '../../server/contract/history-part.ts';
import type { TranscriptOutline } from '../../server/contract/transcript.ts';
import type { Adapter, FileContext, Resolution } from '../../server/formats/adapter.ts';
import { LineSplitter } from '../../server/formats/lines.ts';

const SESSION_KEY = /^agent:([^\s:\p{C}]{1,64}):[^\p{C}]+$/u;
const MAX_ID_LENGTH = 500;

export type Reading = Resolution & {
  readonly records: number;
  /** False when the file ends inside its last record: what that record is, and its id, is not settled yet. */
  readonly isWhole: boolean;
};

export function readWith(adapter: Adapter, bytes: Uint8Array, context: FileContext): Reading {
  const splitter = new LineSplitter();
  const lines = splitter.push(bytes);
  const last = splitter.end();
  const read = [...lines, ...(last === null ? [] : [last])].flatMap((line) =>
    line.kind === 'record' ? [line.line] : [],
  );
  const outlines = read.map((line) => adapter.readRecord(line).outline);
  for (const line of read) checkParts(adapter.readParts(line.bytes));
  const resolution = adapter.resolve(outlines, context);
  return { ...resolution, records: outlines.length, isWhole: last === null };
}

/** Sizes are counts, and what is a program's is never blank. */
function checkParts(parts: readonly RecordPart[]): void {
  const isSound = parts.every((part) => {
    if (part.type === 'injected') return part.text.trim() !== '';
    return part.type !== 'image' || (Number.isSafeInteger(part.byteLength) && part.byteLength >= 0);
  });
  if (!isSound) throw new Error('a part of a record is blank, or has no size');
}

export function checkReading(reading: Reading): void {
  const { transcripts, issues, records } = reading;
  const placed = transcripts.flatMap(({ entries }) => entries.map((entry) => entry.record)).sort((a, b) => a - b);
  expect(placed.length).toBe(transcripts.length === 0 ? 0 : records);
  expect(placed.findIndex((record, index) => record !== index)).toBe(-1);
  expect(new Set(transcripts.map(({ sessionKey }) => sessionKey)).size).toBe(transcripts.length);
  expect(new Set(transcripts.map(({ nativeId }) => nativeId)).size).toBe(transcripts.length);
  for (const transcript of transcripts) {
    checkNames(transcript);
    checkTree(transcript);
  }
  for (const issue of issues) {
    expect(issue.reason).not.toBe('');
    expect(issue.count).toBeGreaterThan(0);
  }
}

function checkNames(transcript: TranscriptOutline): void {
  const { sessionKey, agentId, parentKey, nativeId, familyNativeIds, title } = transcript;
  expect(sessionKey).toMatch(SESSION_KEY);
  expect(SESSION_KEY.exec(sessionKey)?.[1]).toBe(agentId);
  if (parentKey !== null) expect(parentKey).toMatch(SESSION_KEY);
  expect(parentKey).not.toBe(sessionKey);
  expect(nativeId).not.toBe('');
  expect(familyNativeIds).not.toContain(nativeId);
  expect(title).not.toBe('');
}

function checkTree({ entries, leaf }: TranscriptOutline): void {
  const indexOf = new Map(entries.map((entry, index) => [entry.nativeId, index]));
  expect(indexOf.size).toBe(entries.length);
  // Plain comparisons in the loop: an assertion an entry would take most of the suite's time.
  const broken = entries.findIndex(({ nativeId, parentNativeId, record }, index) => {
    const isNamed = nativeId.length > 0 && nativeId.length <= MAX_ID_LENGTH;
    const hasParent = parentNativeId === null || indexOf.has(parentNativeId);
    return !isNamed || !hasParent || record <= (entries[index - 1]?.record ?? -1);
  });
  expect(broken).toBe(-1);
  expect(circular(entries.map(({ parentNativeId }) => indexOf.get(parentNativeId ?? '') ?? -1))).toBe(-1);
  const path = activePath(entries, leaf);
  expect(leaf === null ? path : entries[path.at(-1) ?? -1]?.nativeId).toEqual(leaf ?? []);
}

/** Index of an entry whose parents never end; -1 when all do. */
function circular(parents: readonly number[]): number {
  const walkOf = new Int32Array(parents.length);
  for (let start = 0; start < parents.length; start += 1) {
    let at = start;
    while (at !== -1 && walkOf[at] === 0) {
      walkOf[at] = start + 1;
      at = parents[at] ?? -1;
    }
    if (at !== -1 && walkOf[at] === start + 1) return at;
  }
  return -1;
}

/** Ids of all entries; of a file that was cut inside a record without that record's. */
export function settledIds({ transcripts, records, isWhole }: Reading): readonly string[] {
  const isSettled = (record: number) => isWhole || record < records - 1;
  return transcripts.flatMap(({ entries }) =>
    entries.filter(({ record }) => isSettled(record)).map(({ nativeId }) => nativeId),
  );
}
