import { describe, expect, it } from 'vitest';
import { OUTLINE_MAX } from '../../../server/contract/history.ts';
import { getOutline } from '../../../server/history/get-outline.ts';
import { leaveUnfinished, type TestTranscript } from '../../support/transcripts.ts';
import type { House, TestedEngine } from '../house.ts';
import { callEntry, resultEntry } from './tools.ts';

const talk: TestTranscript = {
  leaf: 'a3',
  entries: [
    { id: 'u1', parent: null, role: 'user', text: '  begin\n here' },
    { id: 'a1', role: 'assistant', text: 'the plan' },
    { id: 'r', kind: 'reset', role: null },
    { id: 'u2', role: 'user', text: 'again' },
    callEntry('c2', 'ls'),
    resultEntry('t2', 'out'),
    { id: 'empty', role: 'user', text: '' },
    { id: 'k', kind: 'compaction', role: 'system' },
    { id: 's', kind: 'branch-summary', role: 'system', text: 'tried tin' },
    { id: 'x', parent: 's', role: 'user', text: 'abandoned' },
    { id: 'u3', parent: 's', role: 'user', text: 'and on' },
    { id: 'a3', role: 'assistant', text: 'done' },
  ],
};

async function told(house: House, branch?: string): Promise<readonly string[]> {
  const outline = await getOutline(house.read, { session: 'native-1', ...(branch === undefined ? {} : { branch }) });
  return [...outline.items.map(({ messageId, kind, gist }) => `${messageId} ${kind} ${gist}`), `${outline.messages}`];
}

export function describeOutlines({ openHouse }: TestedEngine): void {
  describe('the outline', () => {
    it('holds prompts and boundaries of the whole active branch, and counts its messages with text', async () => {
      const house = await openHouse(talk);
      expect(await told(house)).toEqual([
        'u1 prompt begin here',
        'r reset ',
        'u2 prompt again',
        'k compaction ',
        's branch-summary tried tin',
        'u3 prompt and on',
        '5',
      ]);
    });

    it('is that of another branch when one is asked for', async () => {
      const house = await openHouse(talk);
      expect((await told(house, 'x')).slice(-2)).toEqual(['x prompt abandoned', '4']);
      await expect(told(house, 'nowhere')).rejects.toMatchObject({ kind: 'not-found' });
    });

    it('is cut to its newest part', async () => {
      const count = OUTLINE_MAX + 5;
      const entries = Array.from(
        { length: count },
        (_, index) => ({ id: `u${index}`, role: 'user', text: 'go' }) as const,
      );
      const house = await openHouse({ entries });
      const { items, isCut, messages } = await getOutline(house.read, { session: 'native-1' });
      expect([items.length, items[0]?.messageId, isCut, messages]).toEqual([OUTLINE_MAX, 'u5', true, count]);
    });

    it('cuts long prompts to a line, and hides what is hidden in them', async () => {
      const secret = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
      const house = await openHouse({
        entries: [{ id: 'u', role: 'user', text: `use ${secret} ${'and on '.repeat(5000)}` }],
      });
      const { items } = await getOutline(house.read, { session: 'native-1' });
      expect(items[0]?.gist).toMatch(/^use \[redacted:github-token\] and on .* and…$/);
      expect(items[0]?.gist.length).toBeLessThanOrEqual(160);
    });

    it('shows nothing of a save that is not closed yet, and is empty without messages', async () => {
      const house = await openHouse(talk);
      const before = await told(house);
      await leaveUnfinished(house.write, {
        leaf: 'u9',
        entries: [...talk.entries, { id: 'u9', parent: 'a3', role: 'user', text: 'late' }],
      });
      expect(await told(house)).toEqual(before);
      const silent = await openHouse({ nativeId: 'silent', entries: [{ id: 'h', kind: 'header', role: null }] });
      expect(await getOutline(silent.read, { session: 'silent' })).toEqual({ items: [], messages: 0, isCut: false });
    });
  });
}
