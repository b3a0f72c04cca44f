import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person, SessionId } from '../../server/contract/actor.ts';
import { deleteSession } from '../../server/transcripts/delete-session.ts';
import { openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, leaveUnfinished, saveTestTranscript, type TestEntry, writer } from '../support/transcripts.ts';
import { callEntry, resultEntry } from './conformance/tools.ts';

const SECRET = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
const turn: readonly TestEntry[] = [
  { id: 'u', text: 'please list' },
  callEntry('c', 'cormorant --list'),
  resultEntry('r', `egret ${SECRET}\nheron`),
  { id: 'a', role: 'assistant', text: 'there they are' },
];

describe('the index of tools', () => {
  let store: TestStore;
  let ann: Person;

  beforeEach(async () => {
    store = openTestStore();
    ann = await addTestPerson(store.engine, 'ann@example.org', 'owner');
  });
  afterEach(() => store.close());

  /** Every term of the index with the rows that hold it, as FTS5 itself tells them. */
  const terms = (): ReadonlyMap<string, number> =>
    withDatabase(store.file, (client) => {
      client.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'tool_index', 'col')`);
      const rows = client
        .prepare<[], { term: string; doc: number }>(`SELECT term, doc FROM temp.words WHERE col = 'terms'`)
        .all();
      return new Map(rows.map((row) => [row.term, row.doc]));
    });
  const states = (): unknown =>
    withDatabase(store.file, (client) =>
      client.prepare('SELECT native_id, tool_state FROM entry ORDER BY position').raw().all(),
    );
  const check = async (): Promise<unknown> => (await store.engine.check()).find(({ name }) => name === 'tool index');
  const save = (entries: readonly TestEntry[], nativeId = 'native-1'): Promise<{ sessionId: SessionId }> =>
    saveTestTranscript(writer(store.engine, ann), { nativeId, entries });

  it('holds the terms of calls and results, each once, and none of a message', async () => {
    await save(turn);
    expect([...terms().keys()].sort()).toEqual(['cormorant', 'egret', 'exec', 'heron', 'list']);
    expect(states()).toEqual([
      ['u', 0],
      ['c', 1],
      ['r', 2],
      ['a', 0],
    ]);
    expect(await check()).toMatchObject({ ok: true, detail: 'agrees with 2 records' });
  });

  it('holds nothing of a secret', async () => {
    await save(turn);
    const held = [...terms().keys()].join(' ');
    for (let at = 0; at + 6 <= SECRET.length; at += 1)
      expect(held).not.toContain(SECRET.slice(at, at + 6).toLowerCase());
  });

  it('takes what is imported again only once, and what a session grows by too', async () => {
    await save(turn);
    await save(turn);
    await save([...turn, callEntry('c2', 'cormorant --stop')]);
    expect(terms()).toEqual(
      new Map([
        ['cormorant', 2],
        ['egret', 1],
        ['exec', 2],
        ['heron', 1],
        ['list', 1],
        ['stop', 1],
      ]),
    );
    expect(await check()).toMatchObject({ ok: true, detail: 'agrees with 3 records' });
  });

  it('keeps nothing of a deleted session, and everything of the others', async () => {
    await save(turn);
    await save([callEntry('k', 'cormorant --keep')], 'kept');
    await deleteSession(writer(store.engine, ann), 'native-1');
    withDatabase(store.file, (client) => client.exec(`INSERT INTO tool_index(tool_index) VALUES ('optimize')`));
    expect([...terms().keys()].sort()).toEqual(['cormorant', 'exec', 'keep']);
    expect(await check()).toMatchObject({ ok: true, detail: 'agrees with 1 records' });
  });

  it('loses what a cut-off save left, when the file is saved again', async () => {
    await leaveUnfinished(writer(store.engine, ann), { entries: [...turn, callEntry('lost', 'bittern')] });
    await save(turn);
    withDatabase(store.file, (client) => client.exec(`INSERT INTO tool_index(tool_index) VALUES ('optimize')`));
    expect(terms().get('bittern')).toBeUndefined();
    expect(terms().get('cormorant')).toBe(1);
    expect(await check()).toMatchObject({ ok: true, detail: 'agrees with 2 records' });
  });

  it('is written as one segment for each transaction, and keeps its ordinary settings', async () => {
    await save(Array.from({ length: 300 }, (_, index) => callEntry(`c${index}`, `grebe number ${index}`)));
    const { segments, settings } = withDatabase(store.file, (client) => ({
      segments: client.prepare('SELECT count(DISTINCT segid) FROM tool_index_idx').pluck().get(),
      settings: client.prepare(`SELECT k, v FROM tool_index_config WHERE k <> 'version' ORDER BY k`).all(),
    }));
    expect(segments).toBe(1);
    expect(settings).toEqual([
      { k: 'automerge', v: 4 },
      { k: 'hashsize', v: 1_048_576 },
    ]);
  });

  it('is compared with the entries by the check, in both directions', async () => {
    await save(turn);
    withDatabase(store.file, (client) =>
      client.exec(`DELETE FROM tool_index WHERE rowid IN (SELECT id FROM entry WHERE native_id = 'c')`),
    );
    expect(await check()).toMatchObject({ ok: false, detail: expect.stringContaining('lacks 1 records') as string });
    withDatabase(store.file, (client) =>
      client.exec(`DROP TRIGGER entry_tools_delete; DELETE FROM entry WHERE native_id = 'r'`),
    );
    expect(await check()).toMatchObject({
      ok: false,
      detail: expect.stringContaining('lacks 1 records and holds 1 that are gone') as string,
    });
  });
});
