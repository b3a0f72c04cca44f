import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifySession } from '../../server/operate/verify-session.ts';
import type { ReadScope, WriteScope } from '../../server/visibility/scope.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestFile, type TestEntry, writer } from '../support/transcripts.ts';

const entries: readonly TestEntry[] = Array.from({ length: 1200 }, (_, index) => ({
  id: `m${index}`,
  text: `line ${index}`,
}));

describe('verifying a session', () => {
  let store: TestStore;
  let read: ReadScope;
  let write: WriteScope;
  let file = '';

  beforeEach(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    read = reader(store.engine, ann);
    write = writer(store.engine, ann);
    file = path.join(store.dataDir, 'talk.jsonl');
    await saveTestFile(write, file, { entries });
  });
  afterEach(() => store.close());

  it('compares every record with its place in the file', async () => {
    expect(await verifySession(read, 'native-1')).toEqual({
      sessionKey: 'agent:main:native-1',
      ok: true,
      files: [
        {
          path: file,
          records: 1200,
          replaced: 0,
          equal: 1200,
          absent: 0,
          damaged: 0,
          firstDifferentLine: null,
          file: 'same',
        },
      ],
    });
  });

  it('holds while the file only grows', async () => {
    appendFileSync(file, '{"id":"later"}\n');
    expect(await verifySession(read, 'native-1')).toMatchObject({
      ok: true,
      files: [{ equal: 1200, file: 'changed' }],
    });
  });

  it('names the first line that differs, and does not hold then', async () => {
    const bytes = readFileSync(file);
    const at = bytes.indexOf('line 700');
    bytes[at] = 'L'.charCodeAt(0);
    writeFileSync(file, bytes);
    expect(await verifySession(read, 'native-1')).toMatchObject({
      ok: false,
      files: [{ equal: 1199, firstDifferentLine: 701, file: 'changed' }],
    });
  });

  it('does not hold when the file was cut short, is gone, or is a link now', async () => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 10));
    expect(await verifySession(read, 'native-1')).toMatchObject({
      ok: false,
      files: [{ equal: 1199, firstDifferentLine: 1200, file: 'changed' }],
    });
    rmSync(file);
    expect(await verifySession(read, 'native-1')).toMatchObject({ ok: false, files: [{ equal: 0, file: 'gone' }] });
    const elsewhere = path.join(store.dataDir, 'elsewhere.jsonl');
    writeFileSync(elsewhere, bytes);
    symlinkSync(elsewhere, file);
    expect(await verifySession(read, 'native-1')).toMatchObject({ ok: false, files: [{ file: 'gone' }] });
  });

  it('leaves out what later records replaced in the same places of the file', async () => {
    const revised = entries.map((entry) => ({ ...entry, text: entry.text?.toUpperCase() ?? '' }));
    await saveTestFile(write, file, { entries: revised });
    expect(await verifySession(read, 'native-1')).toMatchObject({
      ok: true,
      files: [{ records: 1200, replaced: 1200, equal: 1200, firstDifferentLine: null, file: 'same' }],
    });
  });

  it('reads all windows of a key', async () => {
    const more = path.join(store.dataDir, 'more.jsonl');
    const sessionKey = 'agent:main:native-1';
    await saveTestFile(write, more, {
      sessionKey,
      nativeId: 'native-0',
      isClosedWindow: true,
      entries: entries.slice(0, 500),
    });
    expect(await verifySession(read, 'native-1')).toMatchObject({
      ok: true,
      files: [
        { path: more, equal: 500 },
        { path: file, equal: 1200 },
      ],
    });
  });

  it('knows each file that the session came from', async () => {
    const copy = path.join(store.dataDir, 'copy.jsonl');
    await saveTestFile(write, copy, { entries: [...entries, { id: 'more', text: 'more' }] });
    expect(await verifySession(read, 'native-1')).toMatchObject({
      ok: true,
      files: [
        { path: copy, records: 1, equal: 1, file: 'same' },
        { path: file, records: 1200, equal: 1200, file: 'same' },
      ],
    });
  });
});
