import { describe, expect, it } from 'vitest';
import { getHistory } from '../../../server/history/get-history.ts';
import { listSessions } from '../../../server/history/list-sessions.ts';
import { verifySession } from '../../../server/operate/verify-session.ts';
import type { ReadScope } from '../../../server/visibility/scope.ts';
import { find, search } from '../../support/asking.ts';
import {
  leaveUnfinished,
  saveTestTranscript,
  type TestEntry,
  testHeader,
  testNewEntry,
} from '../../support/transcripts.ts';
import { expectSound, type TestedEngine } from '../house.ts';

const first: readonly TestEntry[] = [
  { id: 'a', text: 'the kettle whistles' },
  { id: 'b', text: 'the kettle is off' },
];
const grown: readonly TestEntry[] = [
  ...first,
  { id: 'c', text: 'a second kettle arrives' },
  { id: 'd', text: 'both kettles sing' },
];

const closing = { header: testHeader('native-1'), changes: [], isNewest: true, keepsChosenLeaf: false };

/** Everything that a reader can see of the one session there is, through every door. */
async function everythingShown(read: ReadScope, key: string): Promise<unknown> {
  const verified = await verifySession(read, key);
  return {
    found: await search(read, 'kettle', { group: 'message' }),
    counted: await search(read, 'kettle'),
    anyBranch: await find(read, 'kettle branch:any'),
    listed: await listSessions(read, {}),
    history: await getHistory(read, { session: key }),
    records: verified.files.reduce((sum, file) => sum + file.records, 0),
  };
}

export function describeSaves({ openHouse }: TestedEngine): void {
  describe('a save', () => {
    it('is findable as soon as it is committed', async () => {
      const house = await openHouse();
      expect(await find(house.read, 'kettle')).toEqual([]);
      await saveTestTranscript(house.write, { entries: first });
      expect(await find(house.read, 'kettle', { sort: 'oldest' })).toEqual(['a', 'b']);
    });

    it('shows nothing, through any door, before it is closed', async () => {
      const house = await openHouse();
      await leaveUnfinished(house.write, { entries: first });
      expect(await find(house.read, 'kettle')).toEqual([]);
      expect(await find(house.read, 'kettle branch:any')).toEqual([]);
      expect(await search(house.read, 'kettle')).toMatchObject({ pending: 0, indexing: false, truncated: false });
      expect((await listSessions(house.read, {})).sessions).toEqual([]);
      await expect(getHistory(house.read, { session: 'native-1' })).rejects.toMatchObject({ kind: 'not-found' });
      await expect(verifySession(house.read, 'agent:main:native-1')).rejects.toMatchObject({ kind: 'not-found' });
    });

    it('shows nothing of the growth of a shown session before it is closed', async () => {
      const house = await openHouse({ entries: first });
      const before = await everythingShown(house.read, 'native-1');
      await leaveUnfinished(house.write, { entries: grown, title: 'Kettles' });
      expect(await everythingShown(house.read, 'native-1')).toEqual(before);
      expect((await getHistory(house.read, { session: 'native-1', around: 'c' })).reason).toMatch(/no such message/);
    });

    it('does not move the start of history by a reset that is not closed yet', async () => {
      const house = await openHouse({ entries: first });
      const before = await everythingShown(house.read, 'native-1');
      await leaveUnfinished(house.write, { entries: [...first, { id: 'r', kind: 'reset', role: null }] });
      expect(await everythingShown(house.read, 'native-1')).toEqual(before);
    });

    it('keeps the rest of a cut-off window hidden when another window of the session is closed', async () => {
      const house = await openHouse();
      const sessionKey = 'agent:main:main';
      await leaveUnfinished(house.write, {
        sessionKey,
        nativeId: 'cut',
        entries: [{ id: 'x', text: 'a lost kettle' }],
      });
      await saveTestTranscript(house.write, { sessionKey, nativeId: 'whole', entries: first });
      expect(await find(house.read, 'kettle', { sort: 'oldest' })).toEqual(['a', 'b']);
      expect((await listSessions(house.read, {})).sessions).toMatchObject([{ messages: 2, entries: 2 }]);
    });

    it('counts only what is shown, whatever a cut-off save left in another window', async () => {
      const sessionKey = 'agent:main:main';
      const house = await openHouse({ sessionKey, nativeId: 'old', isClosedWindow: true, entries: first });
      await leaveUnfinished(house.write, { sessionKey, nativeId: 'cut', entries: grown });
      await saveTestTranscript(house.write, { sessionKey, nativeId: 'old', isClosedWindow: true, entries: first });
      expect((await listSessions(house.read, {})).sessions).toMatchObject([{ messages: 2, entries: 2 }]);
      expect((await search(house.read, 'kettle')).results).toMatchObject([{ matchesInSession: 2 }]);
    });

    it('is whole when it is done again after it was cut off', async () => {
      const house = await openHouse();
      await leaveUnfinished(house.write, { entries: first });
      const saved = await saveTestTranscript(house.write, { entries: grown });
      expect(saved).toMatchObject({ status: 'added', added: 4, entries: 4, messages: 4, active: 4 });
      expect(await find(house.read, 'kettle', { sort: 'oldest' })).toEqual(['a', 'b', 'c']);
    });

    it('finishes growth when it is done again after it was cut off', async () => {
      const house = await openHouse({ entries: first });
      await leaveUnfinished(house.write, { entries: grown.slice(0, 3) });
      expect(await saveTestTranscript(house.write, { entries: grown })).toMatchObject({ status: 'updated', added: 2 });
      expect(await find(house.read, 'kettle OR kettles', { sort: 'oldest' })).toEqual(['a', 'b', 'c', 'd']);
    });

    it('leaves nothing of a transaction that failed in its middle', async () => {
      const house = await openHouse({ entries: first });
      const window = await house.engine.openWindow(house.person.id, testHeader('native-1'));
      const source = await house.engine.openSource(house.person.id, '/test/other.jsonl');
      const twice = [testNewEntry(2, 'c'), testNewEntry(2, 'd')];
      await expect(house.engine.addEntries(window, source.id, twice)).rejects.toThrow();
      expect(await house.engine.storedEntries(window.windowId)).toHaveLength(2);
      await expectSound(house);
    });

    it('refuses to go on when its session was deleted meanwhile', async () => {
      const house = await openHouse({ entries: first });
      const window = await house.engine.openWindow(house.person.id, testHeader('native-1'));
      const source = await house.engine.openSource(house.person.id, '/test/other.jsonl');
      await house.engine.deleteSession(house.write.reach, window.sessionId);
      await expect(house.engine.addEntries(window, source.id, [testNewEntry(2, 'c')])).rejects.toMatchObject({
        kind: 'conflict',
      });
      await expect(house.engine.closeWindow(window, closing)).rejects.toMatchObject({ kind: 'conflict' });
    });

    it('refuses to go on when another save of the same window began meanwhile', async () => {
      const house = await openHouse();
      const slow = await house.engine.openWindow(house.person.id, testHeader('native-1'));
      const source = await house.engine.openSource(house.person.id, '/test/other.jsonl');
      await house.engine.addEntries(slow, source.id, [testNewEntry(0, 'x')]);
      await saveTestTranscript(house.write, { entries: first });
      await expect(house.engine.addEntries(slow, source.id, [testNewEntry(2, 'y')])).rejects.toMatchObject({
        kind: 'conflict',
      });
      await expect(house.engine.closeWindow(slow, closing)).rejects.toMatchObject({ kind: 'conflict' });
      expect(await find(house.read, 'kettle', { sort: 'oldest' })).toEqual(['a', 'b']);
    });
  });
}
