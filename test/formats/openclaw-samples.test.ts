import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFolder, SAMPLES } from './conformance-files.ts';
import { readTranscript } from './openclaw-support.ts';

const folder = readFolder(path.join(SAMPLES, 'openclaw'));
const relatives = readFolder(path.join(SAMPLES, 'pi'));

/** Per sample: key, entries, messages of people and models, entries on the active branch, searchable texts, title. */
const EXPECTED: Readonly<Record<string, readonly unknown[]>> = {
  '1-zh-linear.jsonl': ['agent:main:main', 33, 26, 31, 12, 'Hi there'],
  '15-vi-chat.jsonl': ['agent:main:38cb0b7b-b17f-4aac-8db6-c7e6bfd61eb8', 98, 76, 97, 51, 'hi'],
  '18-schema-drift.jsonl': ['agent:main:openclaw-stage0-drift', 7, 2, 5, 2, 'Need a quick diagnostic'],
  '19-leaf-control.jsonl': ['agent:main:leaf-control-fixture', 4, 2, 1, 2, 'selected'],
  '7-headerless-dangling.jsonl': [
    'agent:main:7-headerless-dangling',
    5,
    4,
    5,
    3,
    'whats going on? are you in mid of any task?',
  ],
  '8-subagent-sessions-yield.jsonl': [
    'agent:main:subagent:84f598ab-967b-46eb-8aa3-248bcf1311a1',
    98,
    47,
    97,
    2,
    'gangu-smoke',
  ],
};

const present = folder.transcripts.filter(({ name }) => name in EXPECTED);
const isThere = present.length > 0;
console.log(`samples: ${present.length} run, ${Object.keys(EXPECTED).length - present.length} skipped`);

describe.skipIf(!isThere)('the handed OpenClaw samples', () => {
  it.each(present.map((file) => [file.name, file] as const))('%s', (name, file) => {
    const { transcript, drafts, active, searchable } = readTranscript(file.bytes, file.context);
    const messages = drafts.filter(
      ({ outline }) => outline.kind === 'message' && ['user', 'assistant'].includes(outline.role ?? ''),
    );
    const facts = [
      transcript.sessionKey,
      transcript.entries.length,
      messages.length,
      active.length,
      searchable.length,
      transcript.title,
    ];
    expect(facts).toEqual(EXPECTED[name]);
    for (const text of searchable) expect(text).not.toMatch(/\(untrusted metadata\)|\[message_id:|^\[\w{3} \d{4}-/);
  });

  it('has a branch point in none but the leaf control, which hides the side row', () => {
    const file = present.find(({ name }) => name.startsWith('19-'));
    expect(readTranscript(file?.bytes ?? new Uint8Array(), file?.context).active).toEqual(['selected-before-window']);
  });

  it('names a reason for every file that is no transcript', () => {
    expect([...folder.others].filter(([, role]) => role === null)).toEqual([]);
    expect(folder.transcripts.map(({ name }) => name).filter((name) => !(name in EXPECTED))).toEqual([]);
  });

  it('leaves the files of its relative alone', () => {
    expect(relatives.others.size).toBeGreaterThan(0);
    expect(relatives.transcripts.map(({ name }) => name)).toEqual([]);
  });
});
