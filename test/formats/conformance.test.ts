import { describe, expect, it } from 'vitest';
import { FORMATS, type FormatName } from '../../server/contract/transcript.ts';
import { ADAPTERS, adapterByFormat, adapterFor } from '../../server/formats/registry.ts';
import { checkReading, readWith, settledIds } from './conformance-checks.ts';
import { damage, randomFrom } from './conformance-damage.ts';
import { FIXTURES, readFolder, SAMPLES, type TranscriptFile } from './conformance-files.ts';

const encoder = new TextEncoder();
const fixtures = readFolder(FIXTURES);
const samples = readFolder(SAMPLES);
const files = [...fixtures.transcripts, ...samples.transcripts];
console.log(`samples: ${samples.transcripts.length} run, ${samples.others.size} skipped`);

const DAMAGED_READINGS = 150;
const MAX_DAMAGED_BYTES = 60_000;
const CUTS = 8;

const read = (file: TranscriptFile, bytes = file.bytes) => readWith(file.adapter, bytes, file.context);

describe('the registry', () => {
  it('lists every format of the contract once', () => {
    expect(ADAPTERS.map((adapter) => adapter.format).sort()).toEqual([...FORMATS].sort());
    for (const format of FORMATS) expect(adapterByFormat(format).format).toBe(format);
  });

  it('gives no file to two formats', () => {
    for (const file of files) {
      const head = { path: file.context.path, head: file.bytes.subarray(0, 65_536), size: file.bytes.length };
      const takers = ADAPTERS.filter((adapter) => adapter.classify(head) !== null);
      expect([file.name, takers.map((adapter) => adapter.format)]).toEqual([file.name, [file.adapter.format]]);
      const other = FORMATS.find((format) => format !== file.adapter.format);
      expect(adapterFor(head, file.adapter.format)?.adapter).toBe(file.adapter);
      if (other !== undefined) expect(adapterFor(head, other)).toBeNull();
    }
  });

  it('says of every fixture what it is', () => {
    for (const [name, role] of fixtures.others) expect([name, role?.role]).not.toEqual([name, undefined]);
    for (const format of FORMATS) {
      expect(fixtures.transcripts.filter((file) => file.adapter.format === format).length).toBeGreaterThan(0);
    }
  });
});

describe.each(files.map((file) => [file.name, file] as const))('%s', (_name, file) => {
  it('is read into trees that hold every record once', () => {
    const whole = read(file);
    expect(whole.records).toBeGreaterThan(0);
    checkReading(whole);
  });

  it('gives growing copies the ids that the whole file has', () => {
    const known = new Set(settledIds(read(file)));
    for (let cut = 1; cut < CUTS; cut += 1) {
      const part = read(file, file.bytes.subarray(0, Math.floor((file.bytes.length * cut) / CUTS)));
      checkReading(part);
      expect(settledIds(part).filter((id) => !known.has(id))).toEqual([]);
    }
  });

  it('gives the same again', () => {
    expect(read(file)).toEqual(read(file));
  });
});

describe.each(FORMATS)('damaged files of %s', (format) => {
  const small = files.filter((file) => file.adapter.format === format && file.bytes.length <= MAX_DAMAGED_BYTES);

  it(`never throw, never hang and keep all rules (${DAMAGED_READINGS} readings)`, () => {
    expect(small.length).toBeGreaterThan(0);
    for (let seed = 0; seed < DAMAGED_READINGS; seed += 1) {
      const file = small[seed % small.length];
      if (file === undefined) continue;
      const bytes = damage(file.bytes, randomFrom(seed));
      try {
        checkReading(read(file, bytes));
        adapterFor({ path: file.context.path, head: bytes.subarray(0, 65_536), size: bytes.length });
      } catch (error) {
        throw new Error(`seed ${seed} of ${file.name}`, { cause: error });
      }
    }
  }, 60_000);
});

/** For each format a file of `records` records; `parentOf` gives the index of a record's parent, or -1. */
const LARGE_FILES: Record<FormatName, (records: number, parentOf: (index: number) => number) => string> = {
  openclaw: (records, parentOf) =>
    Array.from({ length: records }, (_, index) => {
      const parent = parentOf(index);
      const message = {
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: [{ type: 'text', text: `Text ${index}` }],
      };
      return JSON.stringify({ type: 'message', id: `n${index}`, parentId: parent < 0 ? null : `n${parent}`, message });
    }).join('\n'),
  'claude-code': (records, parentOf) =>
    Array.from({ length: records }, (_, index) => {
      const role = index % 2 === 0 ? 'user' : 'assistant';
      const message = {
        role,
        content: [{ type: 'text', text: `Text ${index}` }],
        ...(index % 2 ? { id: `m${index >> 2}` } : {}),
      };
      const parent = parentOf(index);
      const ids = { uuid: `n${index}`, parentUuid: parent < 0 ? null : `n${parent}`, sessionId: 's1' };
      return JSON.stringify({ type: role, ...ids, timestamp: '2026-05-01T08:00:00.000Z', message });
    }).join('\n'),
  // Records follow each other; turns taken back are the only way to go on from another place.
  codex: (records, parentOf) =>
    Array.from({ length: records }, (_, index) => {
      const isUser = index % 2 === 0;
      const content = [{ type: isUser ? 'input_text' : 'output_text', text: `Text ${index}` }];
      const parent = parentOf(index);
      const payload =
        parent === index - 1 || isUser
          ? { type: 'message', role: isUser ? 'user' : 'assistant', content }
          : { type: 'thread_rolled_back', num_turns: Math.abs(index - parent) };
      const type = payload.type === 'message' ? 'response_item' : 'event_msg';
      return JSON.stringify({ timestamp: '2026-05-01T08:00:00.000Z', type, payload });
    }).join('\n'),
};

describe.each(FORMATS)('a large file of %s', (format) => {
  const shapes: readonly (readonly [string, number, (index: number, records: number) => number])[] = [
    ['one long branch', 20_000, (index) => index - 1],
    ['a star', 20_000, (index) => (index === 0 ? -1 : 0)],
    ['parents after their children', 20_000, (index, records) => (index === records - 1 ? -1 : index + 1)],
    ['one circle', 20_000, (index, records) => (index === 0 ? records - 1 : index - 1)],
  ];

  it.each(shapes)(
    'is read in linear time: %s, %i records',
    (_shape, records, parentOf) => {
      const context = { path: '/uploads/0a000000-0000-4000-8000-000000000001.jsonl', companions: [] };
      const bytes = encoder.encode(LARGE_FILES[format](records, (index) => parentOf(index, records)));
      const before = process.cpuUsage();
      const reading = readWith(adapterByFormat(format), bytes, context);
      // A walk up from every record would take many times as long.
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(5000);
      expect(reading.records).toBe(records);
      checkReading(reading);
    },
    60_000,
  );
});
