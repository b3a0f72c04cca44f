import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { readStoreSecret } from '../../server/engine/sqlite/store-files.ts';
import { AppError } from '../../server/errors.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { purgeAccessUnchecked } from '../../server/operate/purge.ts';
import { deleteSession } from '../../server/transcripts/delete-session.ts';
import { find } from '../support/asking.ts';
import { DEFINITION, NOW_MS, openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, type TestTranscript, writer } from '../support/transcripts.ts';
import { compressedPieces, countRemains } from './remains.ts';

/** A session whose every message holds a word of its own, and bytes that do not compress. */
function canaries(nativeId: string, count = 30): TestTranscript & { nativeId: string; words: readonly string[] } {
  const words = Array.from({ length: count }, (_, index) => `zq${nativeId}${index}x`);
  const entries = words.map((word, index) => ({
    id: `${nativeId}${index}`,
    text: `${word} ${randomBytes(40).toString('base64url')}`,
  }));
  return { nativeId, entries, words };
}

describe('a purge', () => {
  let store: TestStore;
  let ann: Person;

  beforeEach(async () => {
    store = openTestStore();
    ann = await addTestPerson(store.engine, 'ann@example.org', 'owner');
  });
  afterEach(() => store.close());

  const save = (engine: Engine, transcript: TestTranscript): Promise<unknown> =>
    saveTestTranscript(writer(engine, ann), transcript);
  const remove = (engine: Engine, nativeId: string): Promise<unknown> => deleteSession(writer(engine, ann), nativeId);
  const purgeCheck = async (engine: Engine): Promise<unknown> =>
    (await engine.check()).find(({ name }) => name === 'purge');

  async function reopen(): Promise<Engine> {
    await store.engine.close();
    const secret = readStoreSecret(store.dataDir);
    return openLocalEngine({
      file: store.file,
      definition: DEFINITION,
      isReadOnly: false,
      readParts: recordParts,
      readToolText: recordToolText,
      secret,
      now: () => NOW_MS,
    });
  }

  it('leaves no text, no index term and no record of what was deleted, and all of what was kept', async () => {
    const gone = canaries('gone');
    const kept = canaries('kept');
    await save(store.engine, gone);
    await save(store.engine, kept);
    const goneBytes = compressedPieces(store.file, 'gone');
    const keptBytes = compressedPieces(store.file, 'kept');
    // The scan sees what it looks for: all words, and nearly all pieces (some lie across two pages).
    expect(countRemains(store.file, gone.words)).toBe(gone.words.length);
    expect(countRemains(store.file, goneBytes)).toBeGreaterThan(goneBytes.length * 0.9);

    await remove(store.engine, 'gone');
    expect(await purgeCheck(store.engine)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('purged: false') as string,
    });
    expect(await purgeAccessUnchecked(store.engine)).toBe(true);
    expect(await purgeCheck(store.engine)).toMatchObject({ ok: true, detail: 'purged: true' });

    expect(countRemains(store.file, gone.words)).toBe(0);
    expect(countRemains(store.file, goneBytes)).toBe(0);
    expect(countRemains(store.file, ['zqgone', 'agent:main:gone', '/test/agent:main:gone'])).toBe(0);
    expect(countRemains(store.file, kept.words)).toBe(kept.words.length);
    expect(countRemains(store.file, keptBytes)).toBeGreaterThan(keptBytes.length * 0.9);
    expect(await find(reader(store.engine, ann), kept.words[3] ?? '')).toEqual(['kept3']);
    expect((await store.engine.check()).filter((check) => !check.ok)).toEqual([]);
  });

  it('has nothing to do where nothing was deleted', async () => {
    await save(store.engine, canaries('kept'));
    expect(await store.engine.purgeStep()).toEqual({ isDone: true, pending: 0 });
  });

  it('goes on, in another process, where it was cut off', async () => {
    const gone = canaries('gone');
    await save(store.engine, gone);
    await save(store.engine, canaries('kept'));
    await remove(store.engine, 'gone');
    expect(await store.engine.purgeStep()).toEqual({ isDone: false, pending: 1 });
    const engine = await reopen();
    expect(await purgeCheck(engine)).toMatchObject({ ok: false });
    expect(await purgeAccessUnchecked(engine)).toBe(true);
    expect(countRemains(store.file, gone.words)).toBe(0);
    await engine.close();
  });

  it('begins anew for what is deleted while it runs', async () => {
    const first = canaries('first');
    const second = canaries('second');
    for (const transcript of [first, second, canaries('kept')]) await save(store.engine, transcript);
    await remove(store.engine, 'first');
    // The index is one segment now, and the words of `second` are in it.
    expect(await store.engine.purgeStep()).toEqual({ isDone: false, pending: 1 });
    await remove(store.engine, 'second');
    expect(await purgeAccessUnchecked(store.engine)).toBe(true);
    expect(countRemains(store.file, first.words)).toBe(0);
    expect(countRemains(store.file, second.words)).toBe(0);
  });

  it('is not done while somebody reads an older state, and is done afterwards', async () => {
    const gone = canaries('gone');
    await save(store.engine, gone);
    const slow = new Database(store.file, { readonly: true });
    slow.exec('BEGIN');
    slow.prepare('SELECT count(*) FROM entry').get();
    await remove(store.engine, 'gone');
    expect(await purgeAccessUnchecked(store.engine)).toBe(false);
    expect(await purgeCheck(store.engine)).toMatchObject({ ok: false });
    expect(countRemains(store.file, gone.words)).toBeGreaterThan(0);
    slow.exec('COMMIT');
    slow.close();
    expect(await purgeAccessUnchecked(store.engine)).toBe(true);
    expect(countRemains(store.file, gone.words)).toBe(0);
  });

  it('stops at what is no waiting: a fault is told', async () => {
    const broken: Engine = {
      ...store.engine,
      purgeStep: async () => Promise.reject(new AppError('broken', 'The disk is full.')),
    };
    await expect(purgeAccessUnchecked(broken)).rejects.toThrow('The disk is full.');
  });
});
