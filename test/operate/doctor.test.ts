import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examineAccessUnchecked } from '../../server/operate/doctor.ts';
import type { WriteScope } from '../../server/visibility/scope.ts';
import { openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, leaveUnfinished, saveTestTranscript, writer } from '../support/transcripts.ts';

describe('the doctor', () => {
  let store: TestStore;
  let write: WriteScope;

  beforeEach(async () => {
    store = openTestStore();
    write = writer(store.engine, await addTestPerson(store.engine, 'ann@example.org', 'owner'));
    await saveTestTranscript(write, { title: 'A private title', entries: [{ id: 'a', text: 'a private word' }] });
  });
  afterEach(() => store.close());

  it('finds a sound store well, and says nothing of what is in it', async () => {
    const diagnosis = await examineAccessUnchecked(store.engine);
    expect(diagnosis.ok).toBe(true);
    expect(diagnosis.checks.map((check) => check.name)).toEqual([
      'database pages',
      'references',
      'search index',
      'tool index',
      'triggers',
      'segmenter',
      'unfinished imports',
      'purge',
    ]);
    expect(JSON.stringify(diagnosis)).not.toMatch(/private|native-1|ann@/);
  });

  it('tells of cut-off imports, which are no fault', async () => {
    await leaveUnfinished(write, {
      nativeId: 'cut',
      entries: [
        { id: 'a', text: 'x' },
        { id: 'b', text: 'y' },
      ],
    });
    const { ok, checks } = await examineAccessUnchecked(store.engine);
    expect(ok).toBe(true);
    expect(checks.find((check) => check.name === 'unfinished imports')?.detail).toMatch(/^1 sessions and 2 entries/);
  });

  it.each([
    ['references', 'PRAGMA foreign_keys = OFF; DELETE FROM record_block', /1 rows refer to rows that are gone/],
    ['search index', `DROP TRIGGER entry_index_delete; DELETE FROM entry`, /does not agree/],
    [
      'triggers',
      'DROP TRIGGER entry_index_update; DROP TRIGGER entry_index_insert',
      /missing: entry_index_insert, entry_index_update/,
    ],
    [
      'segmenter',
      `UPDATE store_fact SET value = '0' WHERE name = 'segmenter'`,
      /written by version 0; run `npm run up`/,
    ],
    ['purge', 'INSERT INTO purge (deleted_at_ms) VALUES (1)', /purged: false; 1 deletions wait/],
  ])('is not content with damaged %s, and says so', async (name, damage, detail) => {
    withDatabase(store.file, (client) => client.exec(damage));
    const { ok, checks } = await examineAccessUnchecked(store.engine);
    expect(ok).toBe(false);
    expect(checks.find((check) => check.name === name)).toMatchObject({
      ok: false,
      detail: expect.stringMatching(detail) as string,
    });
  });
});
