import { describe, expect, it } from 'vitest';
import { search } from '../../support/asking.ts';
import { NOW_MS } from '../../support/test-store.ts';
import { addTestPerson, leaveUnfinished, reader, saveTestTranscript, writer } from '../../support/transcripts.ts';
import type { TestedEngine } from '../house.ts';

const at = (minutesAgo: number): number => NOW_MS - minutesAgo * 60_000;

export function describeNamed({ openHouse }: TestedEngine): void {
  describe('a query that is an id and nothing else', () => {
    const kettle = {
      nativeId: '6f1d-kettle',
      sessionKey: 'agent:main:kettle',
      title: 'Kettle',
      leaf: 'k2-end',
      entries: [
        { id: 'k1-start', text: 'put the kettle on', timeMs: at(9) },
        { id: 'k2-end', text: 'it boils', timeMs: at(8) },
        { id: 'k3-off', parent: 'k1-start', text: 'it whistles', timeMs: at(7) },
        { id: 'k4-tool', parent: 'k1-start', kind: 'tool-result', role: null, text: 'steam', timeMs: at(7) },
      ],
    } as const;

    it('names the session, by whatever name it is called', async () => {
      const house = await openHouse(kettle);
      const [session] = (await search(house.readOwn, 'boils')).results;
      const id = session?.sessionId ?? '';
      const expected = {
        sessionId: id,
        sessionKey: 'agent:main:kettle',
        title: 'Kettle',
        agentId: 'main',
        messageId: null,
        timestamp: at(8),
      };
      for (const name of [id, '6f1d-kettle', 'agent:main:kettle', `  ${id}\n`]) {
        const { interpreted } = await search(house.readOwn, name, { lastWordIsPrefix: true });
        expect(interpreted.named).toEqual([expected]);
        expect(interpreted.notes[0]).toBe('This is the id of a session, which comes first.');
      }
    });

    it('names a message, with its branch where it lies off the active one', async () => {
      const house = await openHouse(kettle);
      const named = async (query: string) => (await search(house.readOwn, query)).interpreted.named;
      expect(await named('k2-end')).toEqual([
        expect.objectContaining({ sessionKey: 'agent:main:kettle', messageId: 'k2-end', timestamp: at(8) }),
      ]);
      expect((await named('k2-end'))[0]).not.toHaveProperty('branch');
      expect(await named('k3-off')).toEqual([expect.objectContaining({ messageId: 'k3-off', branch: 'k3-off' })]);
      expect(await named('k4-tool')).toEqual([expect.objectContaining({ messageId: 'k4-tool' })]);
    });

    it('names all that the id means, the newest first, and says when there are more', async () => {
      const copies = Array.from({ length: 11 }, (_, index) => ({
        nativeId: `copy-${index}`,
        entries: [{ id: 'shared-1', text: 'copied', timeMs: at(60 - index) }],
      }));
      const house = await openHouse(...copies);
      const { interpreted } = await search(house.readOwn, 'shared-1');
      expect(interpreted.named.map(({ sessionKey }) => sessionKey)).toEqual(
        copies
          .toReversed()
          .slice(0, 10)
          .map(({ nativeId }) => `agent:main:${nativeId}`),
      );
      expect(interpreted.notes[0]).toContain('More than 10 have this id');
    });

    it('names nothing beside other words, in quotes, or as a part or in another case', async () => {
      const house = await openHouse(kettle);
      for (const query of [
        'kettle 6f1d-kettle',
        '"6f1d-kettle"',
        '6f1d',
        '6F1D-KETTLE',
        '-6f1d-kettle',
        '6f1d-kettle*',
        '6f1d-kettle\u200b',
        'agent:main:kettle ;',
      ]) {
        expect([query, (await search(house.readOwn, query)).interpreted.named]).toEqual([query, []]);
      }
    });

    it('is answered as if there were nothing, byte for byte, where it names what one may not see', async () => {
      const house = await openHouse();
      const other = await addTestPerson(house.engine, `named-by-${house.person.email}`);
      const stranger = reader(house.engine, { ...(await addTestPerson(house.engine, `eve-${house.person.email}`)) });
      const absent = async (query: string): Promise<string> => JSON.stringify(await search(stranger, query));
      const names = ['hidden-9', 'agent:main:hidden-9', 'h9-message', 'half-9', 'half-9-message'];
      const before = await Promise.all(names.map(absent));
      await saveTestTranscript(writer(house.engine, other), {
        nativeId: 'hidden-9',
        entries: [{ id: 'h9-message', text: 'unseen' }],
      });
      await leaveUnfinished(writer(house.engine, other), {
        nativeId: 'half-9',
        entries: [{ id: 'half-9-message', text: 'unfinished' }],
      });
      expect(await Promise.all(names.map(absent))).toEqual(before);
      const own = reader(house.engine, other);
      expect((await search(own, 'h9-message')).interpreted.named).toHaveLength(1);
      expect((await search(own, 'half-9-message')).interpreted.named).toEqual([]);
    });
  });
}
