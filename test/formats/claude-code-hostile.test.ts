import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TranscriptOutline } from '../../server/contract/transcript.ts';
import type { ClaudeCodeOutline } from '../../server/formats/claude-code/facts.ts';
import { resolve } from '../../server/formats/claude-code/resolve.ts';
import {
  assistant,
  boundary,
  type Line,
  PATH,
  progress,
  type Reading,
  read,
  readBytes,
  sidechain,
  toolCall,
  toolResult,
  user,
  walk,
} from '../fixtures/claude-code/build.ts';
import fc from '../support/property.ts';

/** What does not hold of a reading although it must, whatever the file. One list, since there are many readings. */
function faultsOf({ drafts, transcripts }: Reading): string[] {
  if (transcripts.length === 0) return [];
  const records = transcripts.flatMap(({ entries }) => entries.map((entry) => entry.record));
  const isPlaced = new Set(records).size === drafts.length && records.length === drafts.length;
  const keys = new Set(transcripts.map((transcript) => transcript.sessionKey));
  return [
    ...(isPlaced ? [] : ['a record has no place, or several']),
    ...(keys.size === transcripts.length ? [] : ['two conversations have one key']),
    ...transcripts.flatMap(faultsOfTree),
  ];
}

function faultsOfTree({ entries, leaf }: TranscriptOutline): string[] {
  const parents = new Map(entries.map((entry) => [entry.nativeId, entry.parentNativeId]));
  const isKnown = (id: string | null) => id === null || parents.has(id);
  const isSorted = entries.every((entry, index) => index === 0 || entry.record > (entries[index - 1]?.record ?? 0));
  return [
    ...(parents.size === entries.length ? [] : ['two entries have one id']),
    ...(entries.every((entry) => isKnown(entry.parentNativeId)) ? [] : ['a parent is no entry']),
    ...(isKnown(leaf) ? [] : ['the leaf is no entry']),
    ...(isSorted ? [] : ['entries are not in file order']),
    ...(hasCircle(parents) ? ['a walk goes in a circle'] : []),
  ];
}

function hasCircle(parents: ReadonlyMap<string, string | null>): boolean {
  const isDone = new Set<string | null>([null]);
  for (const start of parents.keys()) {
    const seen = new Set<string | null>();
    let at: string | null = start;
    while (!isDone.has(at) && !seen.has(at)) {
      seen.add(at);
      at = parents.get(at ?? '') ?? null;
    }
    if (seen.has(at)) return true;
    for (const id of seen) isDone.add(id);
  }
  return false;
}

function expectSound(reading: Reading): void {
  expect(faultsOf(reading)).toEqual([]);
}

const sample = readFileSync(path.resolve(import.meta.dirname, '../fixtures/claude-code/compacted.jsonl'));

describe('hostile files', { timeout: 20_000 }, () => {
  it('may end at any byte', () => {
    for (let length = 0; length <= 2000; length += 1) {
      const reading = readBytes(sample.subarray(0, length));
      expectSound(reading);
      expect(reading.drafts.filter((draft) => draft.outline.kind === 'invalid').length).toBeLessThanOrEqual(1);
    }
  });

  it('may hold any value in any place', () => {
    const lines = sample
      .toString()
      .trim()
      .split('\n')
      .map((line): Line => JSON.parse(line));
    const values = [null, -1e300, 'u1', true, [[]], { type: 'text', text: 7 }];
    const spoil = (line: Line, key: string, value: unknown): Line => ({ ...line, [key]: value });
    lines.forEach((line, index) => {
      for (const key of [...Object.keys(line), '__proto__', 'constructor', 'attachment', 'teamName']) {
        for (const value of values) expectSound(read(lines.with(index, spoil(line, key, value))));
      }
      for (const key of ['role', 'content', 'model', 'id', 'preservedMessages', 'preservedSegment']) {
        for (const value of values) {
          const inner = line['type'] === 'system' ? 'compactMetadata' : 'message';
          expectSound(read(lines.with(index, spoil(line, inner, { [key]: value }))));
        }
      }
    });
  });

  it('may be any JSON, and any bytes', () => {
    const type = fc.constantFrom('user', 'assistant', 'system', 'attachment', 'progress', 'summary', 'x');
    const line = fc
      .tuple(type, fc.dictionary(fc.string(), fc.jsonValue()))
      .map(([name, rest]) => ({ ...rest, type: name }));
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            line,
            fc.jsonValue().map((value) => JSON.stringify(value)),
          ),
          { maxLength: 12 },
        ),
        (lines) => expectSound(read(lines)),
      ),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => expectSound(readBytes(bytes))),
      { numRuns: 300 },
    );
  });

  it('may link lines in any way: every line has one place, and no walk goes in a circle', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'lost');
    const parent = fc.oneof({ weight: 6, arbitrary: id }, fc.constantFrom(null, undefined));
    const make = fc.constantFrom<(uuid: string, parentId?: string | null) => Line>(
      user,
      assistant,
      (uuid, parentId) => toolCall(uuid, parentId ?? null, 'turn'),
      (uuid, parentId) => toolResult(uuid, parentId ?? null, 'a'),
      (uuid, parentId) => progress(uuid, parentId ?? null),
      (uuid, parentId) =>
        boundary(uuid, parentId ?? null, {
          compactMetadata: { preservedMessages: { anchorUuid: 'a', uuids: ['b', 'c'] } },
        }),
      (uuid, parentId) =>
        boundary(uuid, parentId ?? null, {
          compactMetadata: { preservedSegment: { anchorUuid: 'd', headUuid: 'a', tailUuid: 'b' } },
        }),
      (uuid, parentId) => ({ type: 'novelty', uuid, parentUuid: parentId }),
      (uuid, parentId) => sidechain(user(uuid, parentId)),
      (uuid, parentId) => sidechain({ ...assistant(uuid, parentId), agentId: 'one' }),
    );
    const line = fc.tuple(make, id, parent).map(([build, uuid, parentId]) => build(uuid, parentId));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const reading = read(lines);
        expectSound(reading);
        expect(read(lines.slice(0, -1)).drafts.length).toBe(Math.max(0, lines.length - 1));
      }),
      { numRuns: 800 },
    );
  });

  it('may nest JSON 200,000 deep', () => {
    const deep = `{"type":"user","uuid":"u1","parentUuid":null,"message":{"content":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
    expectSound(read([deep, user('u2', 'u1')]));
  });
});

describe('large files', { timeout: 20_000 }, () => {
  const SIZE = 42_000;
  const LIMIT_MS = 1500;

  /** Outlines cost little to make from one that was read, so that what is measured is the rules. */
  function outlineOf(line: Line): ClaudeCodeOutline {
    const [draft] = read([line]).drafts;
    if (!draft) throw new Error('no record');
    return draft.outline as ClaudeCodeOutline;
  }

  const question = outlineOf(user('u', null));
  const answer = outlineOf(assistant('a', null));
  const call = outlineOf(toolCall('t', null, 'turn'));
  const aside = outlineOf(sidechain(user('k', null)));
  const compaction = outlineOf(boundary('b', null));

  type Make = (index: number) => ClaudeCodeOutline;
  const at = (base: ClaudeCodeOutline, id: number | string, parent: number | string | null): ClaudeCodeOutline => ({
    ...base,
    nativeId: `${id}`,
    parentNativeId: parent === null || parent === -1 ? null : `${parent}`,
  });
  const keeping = (outline: ClaudeCodeOutline, anchor: number, id: number): ClaudeCodeOutline => ({
    ...outline,
    facts: { ...outline.facts, keptMessages: { by: 'list', anchor: `${anchor}`, ids: [`${id}`] } },
  });

  const shapes: readonly (readonly [name: string, make: Make, length: number])[] = [
    ['one deep chain', (n) => at(n % 2 ? answer : question, n, n - 1), SIZE],
    ['a deep chain, last line first', (n) => at(question, n, n < SIZE - 1 ? n + 1 : null), SIZE],
    ['one circle', (n) => at(question, n, (n + 1) % SIZE), SIZE],
    ['broken links only', (n) => at(question, n, `lost ${n}`), SIZE],
    ['the same id in every line', () => at(question, 'u', null), 1],
    ['children of one line', (n) => at(question, n, n ? 0 : null), 2],
    ['pieces of one turn', (n) => at(call, n, n ? 0 : null), SIZE],
    ['sidechains that start again and again', (n) => at(n ? aside : question, n, n % 4 ? n - 1 : null), 1],
    ['one sidechain, left at every line', (n) => (n % 2 ? at(question, n, n - 1) : at(aside, n, n ? n - 2 : null)), 1],
    [
      'compactions that keep the line before',
      (n) => (n % 3 === 2 ? keeping(at(compaction, n, n - 1), n - 2, n - 1) : at(question, n, n - 1)),
      SIZE - 1,
    ],
    [
      'compactions that keep the same lines',
      (n) => (n % 2 ? keeping(at(compaction, n, null), n - 1, n) : at(question, n, n ? 1 : null)),
      0,
    ],
  ];

  it.each(shapes)('are resolved in linear time: %s', (_, make, length) => {
    const outlines = Array.from({ length: SIZE }, (__, index) => make(index));
    const start = process.cpuUsage();
    const { transcripts } = resolve(outlines, { path: PATH, companions: [] });
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(LIMIT_MS);
    const [main] = transcripts;
    expect(main).toBeDefined();
    if (main && length > 0) expect(walk(main)).toHaveLength(length);
  });

  it('are read line by line in the time that parsing takes, give or take a few', () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => assistant(`${n}`, n ? `${n - 1}` : null));
    const start = process.cpuUsage();
    expect(read(lines).transcripts).toHaveLength(1);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(LIMIT_MS);
  });
});
