import { describe, expect, it } from 'vitest';
import type { SearchInput } from '../../../server/contract/search.ts';
import { getHistory } from '../../../server/history/get-history.ts';
import { switchBranch } from '../../../server/transcripts/switch-branch.ts';
import { find, search, searchToTheEnd } from '../../support/asking.ts';
import { NOW_MS } from '../../support/test-store.ts';
import { leaveUnfinished, saveTestTranscript, type TestEntry } from '../../support/transcripts.ts';
import { deleteNamed, expectSound, type House, type TestedEngine } from '../house.ts';
import { callEntry, resultEntry } from './tools.ts';

const SECRET = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;

/** A prompt, a call with its result, and an answer; `command` and `output` are of tools alone. */
const turn = (id: string, command: string, output: string): readonly TestEntry[] => [
  { id: `u${id}`, role: 'user', text: 'please do it' },
  callEntry(`c${id}`, command, { text: 'I do it' }),
  resultEntry(`r${id}`, output),
  { id: `a${id}`, role: 'assistant', text: 'done' },
];
const inTools = (house: House, query: string, more: Partial<SearchInput> = {}): Promise<readonly string[]> =>
  find(house.readOwn, `${query} in:tools`, more);

export function describeToolSearch({ openHouse }: TestedEngine): void {
  describe('a search of tools', () => {
    it('finds calls and results, and no messages; a search of messages finds no tools', async () => {
      const house = await openHouse({ entries: turn('1', 'cormorant --list', 'egret\nheron') });
      expect(await inTools(house, 'cormorant')).toEqual(['c1']);
      expect(await inTools(house, 'exec')).toEqual(['c1']);
      expect(await inTools(house, 'egret')).toEqual(['r1']);
      expect(await inTools(house, 'please')).toEqual([]);
      expect(await inTools(house, '')).toEqual(['r1', 'c1']);
      expect(await find(house.readOwn, 'cormorant OR egret OR exec')).toEqual([]);
    });

    it('shows the tool text around the match, and who spoke', async () => {
      const house = await openHouse({ entries: turn('1', 'cormorant --list', `${'sand '.repeat(300)}egret`) });
      const { results } = await search(house.readOwn, 'cormorant in:tools');
      expect(results).toMatchObject([
        { messageId: 'c1', role: 'assistant', snippet: 'exec cormorant --list', score: 0, inTools: true },
      ]);
      expect(results[0]?.highlights.map(([start, end]) => results[0]?.snippet.slice(start, end))).toEqual([
        'cormorant',
      ]);
      const [result] = (await search(house.readOwn, 'egret in:tools')).results;
      expect(result).toMatchObject({ messageId: 'r1', role: 'tool' });
      expect(result?.snippet.endsWith('sand egret')).toBe(true);
    });

    it('says that nothing was ranked, and by which of its people it can be told', async () => {
      const house = await openHouse({ entries: turn('1', 'cormorant', 'egret') });
      const best = await search(house.readOwn, 'cormorant in:tools');
      expect(best).toMatchObject({ ranked: 'none', scope: { mode: 'owned' }, indexing: false, pending: 0 });
      expect(best.interpreted.notes).toContain('Tool calls and results are not ranked: the newest come first.');
      const newest = await search(house.readOwn, 'cormorant in:tools', { sort: 'newest' });
      expect(newest.interpreted.notes.join(' ')).not.toContain('ranked');
    });

    it('understands words, phrases, OR, exclusions, prefixes and filters', async () => {
      const house = await openHouse({
        entries: [...turn('1', 'git push --force', 'ok'), ...turn('2', 'git pull', 'merged')],
      });
      const oldest = { sort: 'oldest' } as const;
      expect(await inTools(house, 'git', oldest)).toEqual(['c1', 'c2']);
      expect(await inTools(house, '"git push"')).toEqual(['c1']);
      expect(await inTools(house, '"push git"')).toEqual([]);
      expect(await inTools(house, 'git -push')).toEqual(['c2']);
      expect(await inTools(house, '(push OR merged)', oldest)).toEqual(['c1', 'r2']);
      expect(await inTools(house, 'pu*', oldest)).toEqual(['c1', 'c2']);
      expect(await inTools(house, '-git', oldest)).toEqual(['r1', 'r2']);
      expect(await inTools(house, 'role:tool', oldest)).toEqual(['r1', 'r2']);
      expect(await inTools(house, 'role:assistant', oldest)).toEqual(['c1', 'c2']);
      expect(await inTools(house, '-role:tool', oldest)).toEqual(['c1', 'c2']);
      expect(await inTools(house, 'git agent:main session:native-1', oldest)).toEqual(['c1', 'c2']);
      expect(await inTools(house, 'git session:agent:main:native-1 -session:other', oldest)).toEqual(['c1', 'c2']);
      expect(await inTools(house, 'git agent:nobody')).toEqual([]);
      expect(await inTools(house, 'git before:2020')).toEqual([]);
      expect(await inTools(house, 'git pul', { lastWordIsPrefix: true, query: 'in:tools git pul' })).toEqual(['c2']);
    });

    it('verifies a run that is longer than what goes to the index', async () => {
      const run = '日本語'.repeat(100);
      const house = await openHouse({ entries: [callEntry('c1', `${run}山`), callEntry('c2', `${run}川`)] });
      expect(await inTools(house, `${run}川`)).toEqual(['c2']);
      expect(await inTools(house, `-${run}川`)).toEqual(['c1']);
    });

    it('reads the strings of an input as they are, whatever escapes stand in the file', async () => {
      const content = [
        { type: 'toolCall', id: 'x', name: 'exec', arguments: { command: 'cd nest\nhatch', timeout: 5 } },
      ];
      const entry = {
        id: 'c',
        role: 'assistant',
        record: { type: 'message', message: { role: 'assistant', content } },
      } as const;
      const house = await openHouse({ entries: [entry] });
      expect(await inTools(house, '"nest hatch"')).toEqual(['c']);
    });

    it('groups by session, counts within, and pages to the end without gap or overlap', async () => {
      const many = (from: number): readonly TestEntry[] =>
        Array.from({ length: 25 }, (_, index) =>
          callEntry(`c${from + index}`, `grebe ${index}`, { timeMs: NOW_MS - 1_000_000 + (from + index) * 300 }),
        );
      const house = await openHouse({ nativeId: 'one', entries: many(0) }, { nativeId: 'two', entries: many(100) });
      const grouped = await search(house.readOwn, 'grebe in:tools');
      expect(grouped.results.map((hit) => [hit.messageId, hit.matchesInSession])).toEqual([
        ['c124', 25],
        ['c24', 25],
      ]);
      for (const sort of ['newest', 'oldest', 'best'] as const) {
        const pages = await searchToTheEnd(house.readOwn, 'grebe in:tools', { sort, group: 'message', limit: 7 });
        const ids = pages.flatMap((page) => page.results.map((hit) => hit.messageId));
        const all = [...many(0), ...many(100)].map(({ id }) => id);
        expect(ids).toEqual(sort === 'oldest' ? all : all.toReversed());
      }
    });

    it('ends a page early where records are long, and goes on behind it', async () => {
      const entries = Array.from({ length: 4 }, (_, index) =>
        resultEntry(`r${index}`, `grebe ${'sand '.repeat(1_500_000)}`),
      );
      const house = await openHouse({ entries });
      const pages = await searchToTheEnd(house.readOwn, 'grebe in:tools', { group: 'message' });
      expect(pages.map((page) => page.results.map((hit) => hit.messageId))).toEqual([
        ['r3', 'r2'],
        ['r1', 'r0'],
      ]);
    });

    it('keeps to the active branch, follows a switch, and with branch:any looks everywhere', async () => {
      const house = await openHouse({
        entries: [
          { id: 'p', parent: null, text: 'begin' },
          callEntry('old', 'grebe --old', { parent: 'p' }),
          { id: 'olda', parent: 'old', role: 'assistant', text: 'said' },
          callEntry('new', 'grebe --new', { parent: 'p' }),
          { id: 'newa', parent: 'new', role: 'assistant', text: 'said' },
        ],
      });
      expect(await inTools(house, 'grebe')).toEqual(['new']);
      const { results } = await search(house.readOwn, 'grebe --old in:tools branch:any');
      expect(results).toMatchObject([{ messageId: 'old', branch: 'olda' }]);
      const shown = await getHistory(house.readOwn, {
        session: 'native-1',
        branch: 'olda',
        around: 'old',
        includeTools: true,
      });
      expect(shown.messages.map(({ messageId }) => messageId)).toEqual(['p', 'old', 'olda']);
      await switchBranch(house.write, { session: 'native-1', leaf: 'olda' });
      expect(await inTools(house, 'grebe')).toEqual(['old']);
    });

    it('opens in a history with tools, at the hit', async () => {
      const house = await openHouse({ entries: turn('1', 'cormorant', 'egret') });
      const [hit] = (await search(house.readOwn, 'egret in:tools')).results;
      const shown = await getHistory(house.readOwn, {
        session: hit?.sessionId ?? '',
        around: hit?.messageId ?? '',
        includeTools: true,
      });
      expect(shown.anchor).toBe('r1');
      expect(shown.messages.map(({ messageId }) => messageId)).toContain('r1');
    });

    it('never shows or confirms a secret, and finds what held one', async () => {
      const house = await openHouse({
        entries: [...turn('1', `push ${SECRET} now`, 'fine'), ...turn('2', 'push', `${SECRET}\n`)],
      });
      const shown = await search(house.readOwn, 'push in:tools', { group: 'message', sort: 'oldest' });
      expect(shown.results.map((hit) => hit.snippet)).toEqual(['exec push [redacted:github-token] now', 'exec push']);
      for (const query of [SECRET, `${SECRET.slice(0, 12)}*`, SECRET.slice(4, 12)])
        expect((await search(house.readOwn, `${query} in:tools`)).results).toEqual([]);
      expect(await inTools(house, 'has:secret', { sort: 'oldest' })).toEqual(['c1', 'r2']);
      expect(await inTools(house, '-has:secret', { sort: 'oldest' })).toEqual(['r1', 'c2']);
    });

    it('finds what a session grows by when all of it is there, once, and nothing of a deleted one', async () => {
      const house = await openHouse({ entries: turn('1', 'grebe', 'x') });
      const grown = [...turn('1', 'grebe', 'x'), ...turn('2', 'grebe', 'y')];
      await leaveUnfinished(house.write, { entries: grown });
      expect(await inTools(house, 'grebe')).toEqual(['c1']);
      await saveTestTranscript(house.write, { entries: grown });
      expect(await inTools(house, 'grebe', { sort: 'oldest' })).toEqual(['c1', 'c2']);
      await saveTestTranscript(house.write, { entries: grown });
      expect(await inTools(house, 'grebe', { sort: 'oldest' })).toEqual(['c1', 'c2']);
      await expectSound(house);
      await deleteNamed(house, 'native-1');
      expect(await inTools(house, '(grebe OR exec)')).toEqual([]);
      await expectSound(house);
    });

    it('leaves out a record that a later one with the same id replaced, on all branches', async () => {
      const house = await openHouse({ entries: turn('1', 'grebe --before', 'x') });
      await saveTestTranscript(house.write, { entries: turn('1', 'grebe --after', 'x') });
      const found = await search(house.readOwn, 'grebe in:tools branch:any', { group: 'message' });
      expect(found.results.map((hit) => hit.snippet)).toEqual(['exec grebe --after']);
    });
  });

  describe('has:secret', () => {
    it('finds messages in which something is masked, and can be negated', async () => {
      const house = await openHouse({
        entries: [
          { id: 'a', text: `the token ${SECRET} works` },
          { id: 'b', text: 'the token is lost' },
        ],
      });
      expect(await find(house.readOwn, 'has:secret')).toEqual(['a']);
      expect(await find(house.readOwn, 'token has:secret')).toEqual(['a']);
      expect(await find(house.readOwn, 'token -has:secret')).toEqual(['b']);
    });
  });
}
