import { describe, expect, it } from 'vitest';
import { getHistory } from '../../../server/history/get-history.ts';
import { listBranches } from '../../../server/history/list-branches.ts';
import { switchBranch } from '../../../server/transcripts/switch-branch.ts';
import { NOW_MS } from '../../support/test-store.ts';
import { leaveUnfinished, type TestTranscript } from '../../support/transcripts.ts';
import type { House, TestedEngine } from '../house.ts';
import { callEntry, resultEntry } from './tools.ts';

/**
 * A session that was rewound: `b` is read; from `a` leave x1 ─ x2 with a fork y1 at x1, and z1; from the root leaves w1,
 * and from behind a tool row leaves v1. Of t1, only tool rows were ever written, and c1 copies what is read.
 */
const rewound: TestTranscript = {
  leaf: 'b',
  entries: [
    { id: 'root', parent: null, role: 'user', text: 'begin here' },
    { id: 'w1', parent: 'root', role: 'user', text: 'begin  elsewhere\ninstead' },
    { id: 'a', parent: 'root', role: 'assistant', text: 'the plan' },
    { id: 'x1', parent: 'a', role: 'user', text: 'try the copper pipe', timeMs: NOW_MS - 5000 },
    { id: 'x2', parent: 'x1', role: 'assistant', text: 'copper bends' },
    { id: 'y1', parent: 'x1', role: 'assistant', text: 'copper breaks' },
    { id: 'z1', parent: 'a', role: 'user', text: 'try the tin pipe' },
    callEntry('t1', 'ls', { parent: 'a' }),
    resultEntry('t2', 'out', { parent: 't1' }),
    { id: 'c1', parent: 'a', role: 'assistant', text: 'the plan', isSearchable: false },
    callEntry('tool', 'pwd', { parent: 'a' }),
    { id: 'v1', parent: 'tool', role: 'user', text: 'stop' },
    { id: 'b', parent: 'tool', role: 'user', text: 'use plastic' },
  ],
};

/** `leavesAt → leaf: messages "gist"`. */
async function told(house: House, branch?: string): Promise<readonly string[]> {
  const ask = { session: 'native-1', ...(branch === undefined ? {} : { branch }) };
  const { branches } = await listBranches(house.read, ask);
  return branches.map(
    ({ leavesAt, leaf, messages, gist, isActive }) =>
      `${leavesAt} → ${leaf}: ${messages} "${gist}"${isActive ? ' active' : ''}`,
  );
}

export function describeBranchLists({ openHouse }: TestedEngine): void {
  describe('the list of other branches', () => {
    it('says where each leaves and what it holds, one for each end of words', async () => {
      const house = await openHouse(rewound);
      expect(await told(house)).toEqual([
        'root → w1: 1 "begin elsewhere instead"',
        'a → y1: 2 "try the copper pipe"',
        'a → x2: 1 "copper bends"',
        'a → z1: 1 "try the tin pipe"',
        'a → v1: 1 "stop"',
      ]);
      const { branches, isCut } = await listBranches(house.read, { session: 'native-1' });
      expect(branches[1]?.startTimeMs).toBe(NOW_MS - 5000);
      expect(isCut).toBe(false);
    });

    it('names leaves that history reads', async () => {
      const house = await openHouse(rewound);
      const { branches } = await listBranches(house.read, { session: 'native-1' });
      for (const { leaf } of branches) {
        const page = await getHistory(house.read, { session: 'native-1', branch: leaf });
        expect(page.messages.at(-1)?.messageId).toBe(leaf);
      }
    });

    it('is told from the branch that is read, where the active one is among the others', async () => {
      const house = await openHouse(rewound);
      expect(await told(house, 'x2')).toEqual([
        'root → w1: 1 "begin elsewhere instead"',
        'a → z1: 1 "try the tin pipe"',
        'a → v1: 1 "stop"',
        'a → b: 1 "use plastic" active',
        'x1 → y1: 1 "copper breaks"',
      ]);
      expect(await told(house, 'root')).toContain('root → b: 2 "the plan" active');
    });

    it('follows a person who switches the branch', async () => {
      const house = await openHouse(rewound);
      await switchBranch(house.write, { session: 'native-1', leaf: 'x2' });
      expect(await told(house)).toEqual((await told(house, 'x2')).map((line) => line.replace(' active', '')));
      expect(await told(house)).toContain('a → b: 1 "use plastic"');
      expect(await told(house, 'b')).toContain('a → x2: 2 "try the copper pipe" active');
    });

    it('is empty for a straight line, and refused for a branch that is not there', async () => {
      const house = await openHouse({
        entries: [
          { id: 'm1', text: 'one' },
          { id: 'm2', text: 'two' },
        ],
      });
      expect(await told(house)).toEqual([]);
      await expect(told(house, 'nowhere')).rejects.toMatchObject({ kind: 'not-found' });
    });

    it('names nothing of a save that is not closed yet', async () => {
      const house = await openHouse(rewound);
      const before = await told(house);
      const more = { id: 'x9', parent: 'x2', role: 'user', text: 'copper shines' } as const;
      await leaveUnfinished(house.write, { leaf: 'b', entries: [...rewound.entries, more] });
      expect(await told(house)).toEqual(before);
    });

    it('hides secrets before it cuts words', async () => {
      const secret = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
      const words = 'word '.repeat(30);
      const house = await openHouse({
        leaf: 'b',
        entries: [
          { id: 'a', parent: null, text: 'begin' },
          { id: 'x', parent: 'a', text: `${words}${secret}` },
          { id: 'y', parent: 'a', text: `${secret} is it` },
          { id: 'b', parent: 'a', text: 'on' },
        ],
      });
      const lines = await told(house);
      expect(lines[0]).toMatch(/word…"$/);
      expect(lines[1]).toBe('a → y: 1 "[redacted:github-token] is it"');
      expect(lines.join()).not.toMatch(/ghp_|aB3d/);
    });

    it('ends on circles', async () => {
      const house = await openHouse({
        leaf: 'a',
        entries: [
          { id: 'a', parent: null, text: 'straight' },
          { id: 'p', parent: 'r', text: 'round' },
          { id: 'q', parent: 'p', text: 'round' },
          { id: 'r', parent: 'q', text: 'round' },
        ],
      });
      expect(await told(house)).toEqual(['null → r: 3 "round"']);
      expect(await told(house, 'r')).toEqual(['null → a: 1 "straight" active']);
    });
  });
}
