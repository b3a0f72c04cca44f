import { describe, expect, it } from 'vitest';
import { exportSession } from '../../../server/history/export-session.ts';
import { listSessions } from '../../../server/history/list-sessions.ts';
import { appendRecords } from '../../../server/ingest/append-records.ts';
import { closeSession } from '../../../server/ingest/close-session.ts';
import { moveLeaf } from '../../../server/ingest/move-leaf.ts';
import { find } from '../../support/asking.ts';
import { NOW_MS } from '../../support/test-store.ts';
import { saveTestTranscript } from '../../support/transcripts.ts';
import { deleteNamed, expectSound, type House, sessionIdOf, shownIds, type TestedEngine } from '../house.ts';
import { talk } from './growth.ts';

const KEY = 'agent:main:native-1';

type Sent = { id: string; parentId?: string | null; text?: string; role?: 'user' | 'assistant'; timestampMs?: number };

const say = ({ role = 'user', text = 'about the shed', ...rest }: Sent) => ({ role, text, ...rest });

/** Appends to the session that tests make when they name none. */
async function append(house: House, ...entries: readonly (Sent | { record: string })[]) {
  const sent = entries.map((entry) => ('record' in entry ? entry : say(entry)));
  return appendRecords(house.write, { session: { key: KEY, nativeId: 'native-1' }, entries: sent });
}

const record = (fields: object): { record: string } => ({ record: JSON.stringify(fields) });
const message = (id: string, rest: object = {}): { record: string } =>
  record({ type: 'message', id, message: { role: 'user', content: `about the shed ${id}` }, ...rest });

export function describeAppends({ openHouse }: TestedEngine): void {
  describe('a session that is being written', () => {
    it('is made by its first entry, and found at once', async () => {
      const house = await openHouse();
      const reply = await appendRecords(house.write, {
        session: { key: 'live-1', agentId: 'scout', title: 'The ladder', project: '/home/ann/garden' },
        entries: [
          say({ id: 'a', text: 'where is the ladder' }),
          say({ id: 'b', role: 'assistant', text: 'in the shed' }),
        ],
      });
      expect(reply).toMatchObject({ sessionKey: 'agent:scout:live-1', added: 2, leaf: 'b' });
      expect(reply.entries).toEqual([
        { id: 'a', status: 'added' },
        { id: 'b', status: 'added' },
      ]);
      expect(await find(house.read, 'ladder')).toEqual(['a']);
      expect((await listSessions(house.read, {})).sessions).toMatchObject([
        { title: 'The ladder', agentId: 'scout', project: '/home/ann/garden', messages: 2, entries: 2 },
      ]);
      await expectSound(house);
    });

    it('grows by one entry after the other, each below the one before', async () => {
      const house = await openHouse({ entries: talk });
      for (const id of ['e', 'f', 'g']) await append(house, { id });
      expect(await shownIds(house)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
      expect(await find(house.read, 'about', { sort: 'oldest' })).toEqual(['e', 'f', 'g']);
      expect((await listSessions(house.read, {})).sessions).toMatchObject([{ messages: 7, entries: 7 }]);
      await expectSound(house);
    });

    it('takes what it has already as known, and changes nothing', async () => {
      const house = await openHouse();
      await append(house, { id: 'a' }, { id: 'b' });
      const before = await house.engine.sessionMark(house.read.reach, await sessionIdOf(house, KEY));
      const again = await append(house, { id: 'a' }, { id: 'b' });
      expect(again.entries.map(({ status }) => status)).toEqual(['known', 'known']);
      expect(await house.engine.sessionMark(house.read.reach, await sessionIdOf(house, KEY))).toBe(before);
      expect(await append(house, { id: 'b' }, { id: 'c' }, { id: 'c' })).toMatchObject({ added: 1, leaf: 'c' });
      expect(await shownIds(house)).toEqual(['a', 'b', 'c']);
    });

    it('refuses an id with other bytes, and all that came with it', async () => {
      const house = await openHouse();
      await append(house, { id: 'a' });
      const refused = append(house, { id: 'b' }, { id: 'a', text: 'something else' });
      await expect(refused).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringContaining('"a"') as string,
      });
      const twice = append(house, { id: 'c' }, { id: 'c', text: 'something else' });
      await expect(twice).rejects.toMatchObject({ kind: 'conflict' });
      expect(await shownIds(house)).toEqual(['a']);
      await expectSound(house);
    });

    it('refuses a parent that is not there: unknown, later in the call, or the entry itself', async () => {
      const house = await openHouse();
      await append(house, { id: 'a' });
      for (const entries of [
        [{ id: 'b', parentId: 'nobody' }],
        [{ id: 'b', parentId: 'b' }],
        [
          { id: 'b', parentId: 'c' },
          { id: 'c', parentId: 'b' },
        ],
      ])
        await expect(append(house, ...entries)).rejects.toMatchObject({
          kind: 'bad-input',
          message: expect.stringContaining('Entry "b" names') as string,
        });
      expect(await shownIds(house)).toEqual(['a']);
    });

    it('makes a branch of what goes on from elsewhere, and searches that one', async () => {
      const house = await openHouse({ entries: talk });
      expect(await append(house, { id: 'e', parentId: 'a', text: 'in the cellar' }, { id: 'f' })).toMatchObject({
        leaf: 'f',
      });
      expect(await shownIds(house)).toEqual(['a', 'e', 'f']);
      expect(await find(house.read, 'green')).toEqual([]);
      expect(await find(house.read, 'green branch:any')).toEqual(['d']);
      await append(house, { id: 'g', parentId: 'd', text: 'the old one' });
      expect(await shownIds(house)).toEqual(['a', 'b', 'c', 'd', 'g']);
      expect(await find(house.read, 'green')).toEqual(['d']);
      expect(await find(house.read, 'cellar')).toEqual([]);
      expect((await listSessions(house.read, {})).sessions).toMatchObject([{ messages: 5, entries: 7 }]);
      await expectSound(house);
    });

    it('changes branches within one call too', async () => {
      const house = await openHouse();
      await append(
        house,
        { id: 'a' },
        { id: 'b' },
        { id: 'c', parentId: 'a' },
        { id: 'd' },
        { id: 'e', parentId: 'b' },
      );
      expect(await shownIds(house)).toEqual(['a', 'b', 'e']);
      expect(await find(house.read, 'about', { sort: 'oldest' })).toEqual(['a', 'b', 'e']);
      await append(house, { id: 'f', parentId: null });
      expect(await shownIds(house)).toEqual(['f']);
      await expectSound(house);
    });

    it('goes on from a leaf that was moved, without an entry or with one', async () => {
      const house = await openHouse({ entries: talk });
      await moveLeaf(house.write, { session: KEY, messageId: 'b' });
      expect(await shownIds(house)).toEqual(['a', 'b']);
      expect(await find(house.read, 'green')).toEqual([]);
      await append(house, { id: 'e', text: 'red' });
      expect(await shownIds(house)).toEqual(['a', 'b', 'e']);
      await moveLeaf(house.write, { session: KEY, messageId: 'b' });
      // The last entry, named after a rewind, is meant as it is said.
      await append(house, { id: 'f', parentId: 'e' });
      expect(await shownIds(house)).toEqual(['a', 'b', 'e', 'f']);
      await expect(moveLeaf(house.write, { session: KEY, messageId: 'nobody' })).rejects.toMatchObject({
        kind: 'not-found',
      });
      await expectSound(house);
    });

    it('keeps side entries off the branch, and goes on past them', async () => {
      const house = await openHouse();
      await append(
        house,
        message('a'),
        message('s', { parentId: 'a', appendMode: 'side' }),
        message('b', { parentId: 's' }),
      );
      expect(await shownIds(house)).toEqual(['a', 'b']);
      await append(
        house,
        record({ type: 'leaf', id: 'l', targetId: 'a', appendParentId: 'a' }),
        message('c', { parentId: 'l' }),
      );
      expect(await shownIds(house)).toEqual(['a', 'c']);
      await append(house, record({ type: 'something_new', id: 'n', parentId: 'c' }), message('d', { parentId: 'n' }));
      expect(await shownIds(house)).toEqual(['a', 'c', 'd']);
      await expectSound(house);
    });

    it('does not step behind a reset', async () => {
      const house = await openHouse();
      await append(house, message('a'), message('b'), record({ type: 'reset', id: 'r' }), message('c'));
      await append(house, message('d', { parentId: 'a' }), message('e', { parentId: null }));
      expect(await shownIds(house)).toEqual(['r', 'c', 'd', 'e']);
      expect(await find(house.read, 'shed', { sort: 'oldest' })).toEqual(['a', 'b', 'c', 'd', 'e']);
      await append(house, record({ type: 'leaf', id: 'l', targetId: 'a' }));
      expect(await shownIds(house)).toEqual(['r', 'c', 'd', 'e']);
    });

    it('keeps the bytes of a record as they came', async () => {
      const house = await openHouse();
      const odd =
        ' {"type":"message", "id":"a","extra":1.50,"message":{"role":"user","content":"\\ud83d\\ude00 shed \\ud800"} } ';
      await append(house, { record: odd });
      const { chunks } = await exportSession(house.read, {
        session: KEY,
        as: 'jsonl',
        includeTools: true,
        branch: undefined,
      });
      const parts: Uint8Array[] = [];
      for await (const chunk of chunks) parts.push(chunk);
      expect(Buffer.concat(parts).toString()).toContain('"extra":1.50');
    });

    it('is the same session as its file, when that is imported too', async () => {
      const house = await openHouse();
      await append(
        house,
        ...talk
          .map((entry) => record(entry))
          .map(({ record: json }) => ({ record: json.replace('{', '{"type":"message",') })),
      );
      expect(await house.engine.storedBytes(house.person.id)).toBeGreaterThan(0);
      await saveTestTranscript(house.write, {
        entries: [{ id: 'z', text: 'from a file', timeMs: NOW_MS }],
        title: 'Ladder',
      });
      expect((await listSessions(house.read, {})).sessions).toHaveLength(1);
      await append(house, { id: 'y' });
      expect((await shownIds(house)).at(-1)).toBe('y');
      await expectSound(house);
    });

    it('orders what has no time behind what came before, and pins nothing to the future', async () => {
      const house = await openHouse();
      await append(house, { id: 'a', timestampMs: NOW_MS - 60_000 }, { id: 'b' }, { id: 'c', timestampMs: NOW_MS * 2 });
      const page = await house.engine.history(house.read.reach, {
        sessionId: await sessionIdOf(house, KEY),
        from: { at: 'tail' },
        branch: null,
        limit: 10,
        includesTools: false,
      });
      expect(page.rows.map(({ timeMs }) => timeMs)).toEqual([NOW_MS - 60_000, NOW_MS - 59_999, NOW_MS]);
    });

    it('hides secrets from the search, in the title too', async () => {
      const house = await openHouse();
      const secret = ['ghp', 'q7Rk2XvB9mTz4LwN8cHs6JdF3gYp1AeU5oKi'].join('_');
      await appendRecords(house.write, {
        session: { key: KEY, title: `deploy with ${secret}` },
        entries: [say({ id: 'a', text: `the token is ${secret}` })],
      });
      expect(await find(house.read, `"${secret}"`)).toEqual([]);
      expect(await find(house.read, 'token')).toEqual(['a']);
      expect(JSON.stringify(await listSessions(house.read, {}))).not.toContain(secret);
    });

    it('ends with its window, and goes on in the next one', async () => {
      const house = await openHouse();
      await append(house, { id: 'a' });
      await closeSession(house.write, KEY);
      await expect(append(house, { id: 'b' })).rejects.toMatchObject({ kind: 'conflict' });
      expect((await append(house, { id: 'a' })).added).toBe(0);
      await appendRecords(house.write, { session: { key: KEY, nativeId: 'native-2' }, entries: [say({ id: 'b' })] });
      const inNext = await appendRecords(house.write, { session: { key: KEY }, entries: [say({ id: 'c' })] });
      expect(inNext.leaf).toBe('c');
      expect((await listSessions(house.read, {})).sessions).toMatchObject([{ messages: 3, entries: 3 }]);
      expect(await find(house.read, 'about', { sort: 'oldest', group: 'message' })).toEqual(['a', 'b', 'c']);
    });

    it('stays away once it was deleted, by its native id and by its key', async () => {
      const house = await openHouse();
      await append(house, { id: 'a' });
      await deleteNamed(house, KEY);
      await expect(append(house, { id: 'b' })).rejects.toMatchObject({ kind: 'gone' });
      const byKey = appendRecords(house.write, { session: { key: KEY }, entries: [say({ id: 'b' })] });
      await expect(byKey).rejects.toMatchObject({ kind: 'gone' });
      expect((await listSessions(house.read, {})).sessions).toEqual([]);
    });

    it('belongs to its writer alone, also under a key that somebody else has', async () => {
      const [ann, bob] = [await openHouse({ entries: talk }), await openHouse()];
      await appendRecords(bob.write, {
        session: { key: KEY, parentKey: KEY },
        entries: [say({ id: 'x', text: 'walnut' })],
      });
      expect(await find(ann.readOwn, 'walnut')).toEqual([]);
      expect(await shownIds(ann)).toEqual(['a', 'b', 'c', 'd']);
    });

    it('hangs below the session of the same owner that spawned it', async () => {
      const house = await openHouse({ entries: talk });
      await appendRecords(house.write, {
        session: { key: 'agent:main:subagent:1', parentKey: KEY },
        entries: [say({ id: 'x' })],
      });
      const { sessions } = await listSessions(house.read, { parent: KEY });
      expect(sessions).toMatchObject([{ sessionKey: 'agent:main:subagent:1', kind: 'subagent' }]);
    });

    it('does not take a key that another format has', async () => {
      const house = await openHouse({ entries: talk, format: 'codex', sessionKey: 'agent:codex:1' });
      const refused = appendRecords(house.write, { session: { key: 'agent:codex:1' }, entries: [say({ id: 'x' })] });
      await expect(refused).rejects.toMatchObject({ kind: 'conflict' });
    });
  });
}
