import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codex } from '../../server/formats/codex/adapter.ts';
import { readParts } from '../../server/formats/codex/read-parts.ts';
import { active, only, readBytes, texts } from '../fixtures/codex/build.ts';

const ROOT = path.resolve(process.cwd(), '../shared/transcripts');
const FOLDER = path.join(ROOT, 'codex');
const TABLE = path.join(ROOT, 'INDEX.tsv');

type Row = { readonly file: string; readonly messages: number };

const rows = existsSync(TABLE) ? readRows() : [];
const found = rows.filter(({ file }) => existsSync(path.join(FOLDER, file)));
console.log(`samples: ${found.length} run, ${rows.length - found.length} skipped`);

/** How many items of type `message` each sample holds, whoever speaks in them. */
function readRows(): Row[] {
  const lines = readFileSync(TABLE, 'utf8').trimEnd().split('\n');
  const ours = lines.map((line) => line.split('\t')).filter(([format]) => format === 'codex');
  return ours.map(([, file = '', , messages = '']) => ({ file: path.basename(file), messages: Number(messages) }));
}

/** Of these items: what a person wrote, what the model wrote, and what programs put in. */
const SPEAKERS: Readonly<Record<string, readonly [users: number, assistants: number, injected: number]>> = {
  '1-image-input.jsonl': [2, 2, 1],
  '12-blockquotes.jsonl': [1, 1, 0],
  '3-newest-record-types.jsonl': [1, 1, 1],
  '4-legacy-0.50.jsonl': [0, 0, 0],
  '6-subagent-review.jsonl': [1, 1, 2],
  '8-growing-copy-1.jsonl': [1, 5, 2],
  '9-growing-copy-2.jsonl': [4, 12, 2],
};

function readSample(file: string) {
  const bytes = readFileSync(path.join(FOLDER, file));
  const raws = bytes
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '');
  const reading = readBytes(bytes, path.join(FOLDER, file));
  expect(raws).toHaveLength(reading.drafts.length);
  return { ...reading, raws };
}

function isMessageItem(raw: string): boolean {
  const { type, payload } = JSON.parse(raw);
  return type === 'response_item' && payload.type === 'message';
}

describe.skipIf(found.length === 0)('the samples', () => {
  it('are all in the table above', () => {
    expect(rows.map(({ file }) => file).sort()).toEqual(Object.keys(SPEAKERS).sort());
  });

  it.each(found)('give as many messages as they hold, each by who wrote it: $file', ({ file, messages }) => {
    const { drafts, raws } = readSample(file);
    const items = drafts.filter((_, index) => isMessageItem(raws[index] ?? ''));
    expect(items).toHaveLength(messages);
    const count = (kind: string, role: string) =>
      items.filter(({ outline }) => outline.kind === kind && outline.role === role).length;
    const injected = count('injected', 'user') + count('injected', 'system');
    expect([count('message', 'user'), count('message', 'assistant'), injected]).toEqual(SPEAKERS[file]);
    // Nothing else has a text that is searched.
    const spoken = drafts.filter(({ outline }) => outline.kind === 'message' && outline.hasText);
    expect(spoken).toHaveLength(items.length - injected);
  });

  it.each(found)('show each text once, in one line: $file', ({ file }) => {
    const reading = readSample(file);
    if (reading.transcripts.length === 0) return expect(file).toBe('4-legacy-0.50.jsonl');
    expect(active(only(reading))).toEqual(reading.drafts.map((_, index) => index));
    const shown = texts(reading);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.length).toBeGreaterThan(0);
  });

  it('give a growing copy the same key, title and ids', () => {
    const [early, late] = ['8-growing-copy-1.jsonl', '9-growing-copy-2.jsonl'].map((file) => only(readSample(file)));
    expect(early?.sessionKey).toBe(late?.sessionKey);
    expect([early?.title, late?.title]).toEqual(['Add image to repo', 'Add image to repo']);
    const ids = early?.entries.map((entry) => entry.nativeId) ?? [];
    expect(ids).toHaveLength(78);
    expect(late?.entries.slice(0, ids.length).map((entry) => entry.nativeId)).toEqual(ids);
  });

  it('put a review under the session that asked for it', () => {
    expect(only(readSample('6-subagent-review.jsonl'))).toMatchObject({
      sessionKey: 'agent:codex:subagent:019ed628-d563-7e40-bbb1-93a6a302d688',
      parentKey: 'agent:codex:019ed628-d519-7dc0-89a8-67c8c823ceaf',
    });
  });

  it('take the first of many heads, and title a session by the request behind an editor’s words', () => {
    expect(only(readSample('3-newest-record-types.jsonl'))).toMatchObject({
      nativeId: '019fc8be-3658-7ca3-9e29-000000000000',
      kind: 'other',
    });
    expect(only(readSample('1-image-input.jsonl')).title).toMatch(/^When I load the dashboard, I see 4 queries\./);
  });

  it('hold calls and results that belong together, and pictures with type and size', () => {
    const encoder = new TextEncoder();
    for (const { file } of found) {
      const parts = readSample(file).raws.flatMap((raw) => readParts(encoder.encode(raw)));
      const results = parts.flatMap((part) => (part.type === 'result' ? [part.callId] : []));
      const calls = new Set(parts.flatMap((part) => (part.type === 'call' ? [part.callId] : [])));
      if (file !== '3-newest-record-types.jsonl') expect(results.filter((id) => !calls.has(id))).toEqual([]);
    }
    const [picture] = readParts(encoder.encode(readSample('1-image-input.jsonl').raws[2] ?? '')).slice(-1);
    expect(picture).toEqual({ type: 'image', mediaType: 'image/png', byteLength: 88_907 });
  });

  it('are told from other formats', () => {
    const classified = readdirSync(ROOT, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        const role = codex.classify({ path: file, head: bytes.subarray(0, 65_536), size: bytes.length })?.role ?? null;
        return { file, isOurs: file.startsWith(FOLDER), role };
      });
    expect(classified.filter(({ isOurs, role }) => role !== (isOurs ? 'transcript' : null))).toEqual([]);
  });
});
