import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { TranscriptOutline } from '../../server/contract/transcript.ts';
import { claudeCode } from '../../server/formats/claude-code/adapter.ts';
import { readBytes, walk } from '../fixtures/claude-code/build.ts';

const ROOT = path.resolve(process.cwd(), '../shared/transcripts');
const FOLDER = path.join(ROOT, 'claude-code');
const TABLE = path.join(ROOT, 'EXPECTED-claude-code.tsv');

type Counts = { active: number; users: number; first: string; last: string };
type Row = Counts & { readonly file: string; readonly subAgents: string };

const rows = existsSync(TABLE) ? readRows() : [];
const isThere = ({ file }: Row) => existsSync(path.join(FOLDER, file));
const found = rows.filter(isThere);

/** What Claude Code's own SDK reads from each file: it stops at the last compaction and at the first broken link. */
function readRows(): Row[] {
  const [, ...lines] = readFileSync(TABLE, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [file = '', , active = '', users = '', subAgents = '', first = '', last = ''] = line.split('\t');
    return { file, active: Number(active), users: Number(users), subAgents, first, last };
  });
}

const UNLINKED = 'lines that do not say what they follow are read in file order; the SDK shows the last one alone';

/** Where we mean to differ from the SDK, and what we read instead. Any other difference is a fault. */
const DIFFERENCES: Readonly<Record<string, Counts & { readonly reason: string }>> = {
  '11-schema-drift.jsonl': { active: 3, users: 2, first: 'u1', last: 'u2', reason: UNLINKED },
  '29-unicode-heavy-rtl.jsonl': { active: 8, users: 4, first: 'msg-001', last: 'msg-008', reason: UNLINKED },
  '30-invalid-lines.jsonl': { active: 3, users: 1, first: 'msg-001', last: 'msg-005', reason: UNLINKED },
  '32-wrong-types.jsonl': { active: 7, users: 7, first: 'msg-001', last: 'msg-007', reason: UNLINKED },
  '33-queued-system-messages.jsonl': { active: 3, users: 3, first: '', last: '', reason: `no ids at all: ${UNLINKED}` },
};

/** Messages of the active branch with what lies before the last compaction, which the SDK does not show. */
const WITH_EARLIER: Readonly<Record<string, number>> = {
  '15-compact-boundary.jsonl': 47,
  '34-compact-after-rewind.jsonl': 9,
  '9-system-reminder-blocks.jsonl': 13,
};

/** The SDK drops progress lines before it reads a sub-agent, and with them what lies before the last one. */
const SUB_AGENT_MESSAGES: Readonly<Record<string, number>> = { a775a67: 6, aa9d784: 6, ac47f8c: 6, ae52dab: 6 };

type Raw = {
  readonly type?: string;
  readonly subtype?: string;
  readonly uuid?: string;
  readonly isMeta?: boolean;
  readonly attachment?: { readonly type?: string };
};

function readSample(file: string) {
  const bytes = readFileSync(path.join(FOLDER, file));
  const reading = readBytes(bytes, path.join(FOLDER, file));
  const raws = bytes
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parse);
  expect(raws).toHaveLength(reading.drafts.length);
  return { ...reading, raws };
}

function parse(line: string): Raw {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Lines of the active branch, of these as the SDK counts messages. */
function branchOf(transcript: TranscriptOutline, raws: readonly Raw[]): Raw[] {
  const recordOf = new Map(transcript.entries.map((entry) => [entry.nativeId, entry.record]));
  return walk(transcript).map((id) => raws[recordOf.get(id) ?? -1] ?? {});
}

function isMessage({ type, isMeta, attachment }: Raw): boolean {
  return isMeta !== true && (type === 'user' || type === 'assistant' || attachment?.type === 'queued_command');
}

function count(branch: readonly Raw[]): Counts {
  const messages = branch.filter(isMessage);
  return {
    active: messages.length,
    users: messages.filter(({ type }) => type !== 'assistant').length,
    first: messages[0]?.uuid ?? '',
    last: messages.at(-1)?.uuid ?? '',
  };
}

describe.skipIf(found.length === 0)('the samples', () => {
  afterAll(() => {
    console.log(`samples: ${found.length} run, ${rows.length - found.length} skipped`);
  });

  it.each(found)('give what the SDK reads, but for what is listed: $file', ({ file, active, users, first, last }) => {
    const { transcripts, raws } = readSample(file);
    const main = transcripts.find(({ kind }) => kind === 'other');
    const branch = main ? branchOf(main, raws) : [];
    const cut = branch.findLastIndex(({ subtype }) => subtype === 'compact_boundary');
    const { reason: _, ...expected } = DIFFERENCES[file] ?? { active, users, first, last, reason: '' };
    expect(count(branch.slice(cut + 1))).toEqual(expected);
    expect(count(branch).active).toBe(WITH_EARLIER[file] ?? expected.active);
  });

  it('list no difference that is none', () => {
    for (const [file, { reason: _, ...ours }] of Object.entries(DIFFERENCES)) {
      const row = rows.find((each) => each.file === file);
      expect(row && { active: row.active, users: row.users, first: row.first, last: row.last }).not.toEqual(ours);
    }
  });

  it('give every sub-agent its messages', () => {
    const listed = found.flatMap(({ file, subAgents }) =>
      subAgents
        .split(',')
        .filter(Boolean)
        .map((each) => ({ folder: file.replace('.jsonl', ''), id: each.split(':')[0] ?? '' })),
    );
    const counts = listed.map(({ folder, id }) => {
      const { transcripts, raws } = readSample(`${folder}/subagents/agent-${id}.jsonl`);
      expect(transcripts).toMatchObject([
        {
          kind: 'subagent',
          parentKey: `agent:claude-code:${path.basename(folder)}`,
          nativeId: `${path.basename(folder)}:${id}`,
        },
      ]);
      return [id, count(transcripts.flatMap((transcript) => branchOf(transcript, raws))).active];
    });
    expect(Object.fromEntries(counts)).toEqual(SUB_AGENT_MESSAGES);
  });

  it('make three conversations of a session with two sidechains in it', () => {
    const { transcripts } = readSample('1-ja-inline-sidechain.jsonl');
    expect(transcripts.map(({ kind, entries }) => [kind, entries.length])).toEqual([
      ['other', 31],
      ['subagent', 7],
      ['subagent', 15],
    ]);
  });

  it('give a growing copy the same key and the same ids', () => {
    const [early, late] = ['24-growing-copy-1.jsonl', '25-growing-copy-2.jsonl'].map(
      (file) => readSample(file).transcripts[0],
    );
    expect(early?.sessionKey).toBe(late?.sessionKey);
    const ids = early?.entries.map((entry) => entry.nativeId) ?? [];
    expect(ids).toHaveLength(16);
    expect(late?.entries.slice(0, ids.length).map((entry) => entry.nativeId)).toEqual(ids);
  });

  it('give no conversation of a file of snapshots, and no title of another session', () => {
    expect(readSample('27-only-snapshots.jsonl').transcripts).toEqual([]);
    const [foreign] = readSample('12-sixteen-foreign-summaries.jsonl').transcripts;
    expect(foreign?.title).toBe('search the web for the claude code response types');
  });

  it('are told from other formats', () => {
    const classified = readdirSync(ROOT, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        const role =
          claudeCode.classify({ path: file, head: bytes.subarray(0, 65_536), size: bytes.length })?.role ?? null;
        return { isOurs: file.startsWith(FOLDER), role };
      });
    expect(classified.filter(({ isOurs, role }) => role !== (isOurs ? 'transcript' : null))).toEqual([]);
  });
});
