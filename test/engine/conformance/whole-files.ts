import { describe, expect, it } from 'vitest';
import type { NewEntry, WholeFile } from '../../../server/engine/save-types.ts';
import { deleteSession } from '../../../server/transcripts/delete-session.ts';
import { find } from '../../support/asking.ts';
import { NOW_MS } from '../../support/test-store.ts';
import { leaveUnfinished, saveTestTranscript, testHeader, testNewEntry } from '../../support/transcripts.ts';
import { expectSound, type House, type TestedEngine } from '../house.ts';

type Talk = { readonly nativeId: string; readonly entries: readonly NewEntry[] };

const talk = (nativeId: string, text: string, timeMs = NOW_MS): Talk => ({
  nativeId,
  entries: [{ ...testNewEntry(0, `${nativeId}-0`, text), timeMs }],
});

function wholeFile(path: string, ...talks: readonly Talk[]): WholeFile {
  return {
    path,
    source: { sha256: 'ab', contextHash: 'cd', byteSize: 1 },
    sessions: talks.map(({ nativeId, entries }) => ({ header: testHeader(nativeId), entries })),
  };
}

export function describeWholeFiles({ openHouse }: TestedEngine): void {
  describe('files that are stored whole', () => {
    const add = ({ engine, person }: House, ...files: readonly WholeFile[]) => engine.addFiles(person.id, files);

    it('show at once, with all their conversations, whatever the order of their times', async () => {
      const house = await openHouse();
      const added = await add(
        house,
        wholeFile('/late.jsonl', talk('late', 'a heron today')),
        wholeFile('/two.jsonl', talk('one', 'a heron long ago', 5000), talk('two', 'a heron in between', 9_000_000)),
      );
      expect(added.map((sessions) => sessions?.length)).toEqual([1, 2]);
      expect(await find(house.read, 'heron', { sort: 'oldest' })).toEqual(['one-0', 'two-0', 'late-0']);
      expect(await house.engine.findSource(house.person.id, '/two.jsonl')).toMatchObject({
        sha256: 'ab',
        contextHash: 'cd',
        sessionKeys: ['agent:main:one', 'agent:main:two'],
      });
      await expectSound(house);
    });

    it('are left out when one of their conversations is known, and leave nothing behind', async () => {
      const house = await openHouse({ nativeId: 'known', entries: [{ id: 'a', text: 'an old bittern' }] });
      const added = await add(
        house,
        wholeFile('/mixed.jsonl', talk('fresh', 'a fresh bittern'), talk('known', 'a known bittern')),
        wholeFile('/other.jsonl', talk('other', 'another bittern')),
      );
      expect(added.map((sessions) => sessions?.length ?? null)).toEqual([null, 1]);
      expect(await find(house.read, 'bittern', { sort: 'newest' })).toEqual(['other-0', 'a']);
      expect(await house.engine.findSource(house.person.id, '/mixed.jsonl')).toBeNull();
    });

    it('are left out when an earlier one among them holds the same conversation', async () => {
      const house = await openHouse();
      const files = ['/a.jsonl', '/b.jsonl'].map((path) => wholeFile(path, talk('twin', `a rail of ${path}`)));
      expect((await add(house, ...files)).map((sessions) => sessions !== null)).toEqual([true, false]);
      expect(await find(house.read, 'rail')).toEqual(['twin-0']);
    });

    it('are left out when their conversation was deleted, or a save of it was cut off', async () => {
      const house = await openHouse();
      await saveTestTranscript(house.write, { nativeId: 'gone', entries: [{ id: 'a', text: 'a gone crake' }] });
      await deleteSession(house.write, 'gone');
      await leaveUnfinished(house.write, { nativeId: 'half', entries: [{ id: 'b', text: 'half a crake' }] });
      const files = ['gone', 'half'].map((nativeId) => wholeFile(`/${nativeId}.jsonl`, talk(nativeId, 'a crake')));
      expect(await add(house, ...files)).toEqual([null, null]);
      expect(await find(house.read, 'crake')).toEqual([]);
    });

    it('are stored all or none', async () => {
      const house = await openHouse();
      const twice = { nativeId: 'twice', entries: [testNewEntry(0, 'x'), testNewEntry(0, 'y')] };
      const files = [wholeFile('/good.jsonl', talk('good', 'a good stilt')), wholeFile('/bad.jsonl', twice)];
      await expect(add(house, ...files)).rejects.toThrow();
      expect(await find(house.read, 'stilt')).toEqual([]);
      expect(await house.engine.findSource(house.person.id, '/good.jsonl')).toBeNull();
      await expectSound(house);
    });
  });
}
