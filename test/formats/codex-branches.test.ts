import { describe, expect, it } from 'vitest';
import { sideBranches } from '../../server/branch/side-branches.ts';
import { activePath } from '../../server/branch/walk.ts';
import {
  active,
  assistant,
  event,
  item,
  type Line,
  line,
  meta,
  only,
  read,
  texts,
  textsAside,
  user,
} from '../fixtures/codex/build.ts';
import fc from '../support/property.ts';

const takeBack = (count: unknown) => event('thread_rolled_back', { num_turns: count });
const context = line('turn_context', { model: 'gpt-5.5' });
const turnOf = (name: string): readonly Line[] => [event('task_started'), context, user(name), assistant(`${name}!`)];
const twoTurns = [meta(), ...turnOf('one'), ...turnOf('two')];

describe('turns that were taken back', () => {
  it('leave a branch: the session goes on from before them', () => {
    const reading = read([...twoTurns, takeBack(1), ...turnOf('three')]);
    expect(texts(reading)).toEqual(['one', 'one!', 'three', 'three!']);
    expect(textsAside(reading)).toEqual(['two', 'two!']);
    // What opens the turn goes with it.
    expect(active(only(reading))).toEqual([0, 1, 2, 3, 4, 9, 10, 11, 12, 13]);
  });

  it('are one branch each time, drawn where it leaves', () => {
    const reading = read([...twoTurns, takeBack(1), ...turnOf('three'), takeBack(1), ...turnOf('four')]);
    const { entries, leaf } = only(reading);
    const placeOf = new Map(entries.map((entry, place) => [entry.nativeId, place]));
    const isMessage = (place: number): boolean =>
      reading.drafts[entries[place]?.record ?? -1]?.outline.kind === 'message';
    const path = activePath(entries, leaf);
    const { branches } = sideBranches(
      {
        parents: entries.map((entry) => placeOf.get(entry.parentNativeId ?? '') ?? null),
        path,
        shown: path.filter(isMessage),
        messages: entries.map((_, place) => place).filter((place) => isMessage(place) && !path.includes(place)),
        active: null,
      },
      10,
    );
    // Both leave behind the last message that stayed.
    expect(branches.map(({ leavesAt, messages }) => [leavesAt, messages])).toEqual([
      [4, 2],
      [4, 2],
    ]);
  });

  it('may be several, or all: what stands before the first prompt stays', () => {
    const opening = [meta(), item('message', { role: 'developer', content: [] }), user('one'), assistant('a')];
    for (const count of [2, 7]) {
      const reading = read([...opening, user('two'), takeBack(count), user('three')]);
      expect(texts(reading)).toEqual(['three']);
      expect(active(only(reading))).toEqual([0, 1, 5, 6]);
    }
    expect(texts(read([user('one'), takeBack(1), user('two')]))).toEqual(['two']);
  });

  it('are counted in prompts of the branch that is read, and not in what programs put in', () => {
    const aborted = user('<turn_aborted>x</turn_aborted>');
    const lines = [...twoTurns, takeBack(1), ...turnOf('three'), aborted, takeBack(2), user('four')];
    expect(texts(read(lines))).toEqual(['four']);
    expect(texts(read([...twoTurns, aborted, takeBack(1)]))).toEqual(['one', 'one!']);
  });

  it('reach back over a compaction', () => {
    const compacted = line('compacted', { message: 'so far', replacement_history: [user('one')['payload']] });
    expect(texts(read([...twoTurns, compacted, takeBack(1), user('three')]))).toEqual(['one', 'one!', 'three']);
  });

  it('change nothing when they are none, or nonsense', () => {
    for (const count of [0, -1, 1.5, '1', null, Number.MAX_VALUE]) {
      expect(texts(read([...twoTurns, takeBack(count)]))).toEqual(['one', 'one!', 'two', 'two!']);
    }
    expect(texts(read([meta(), takeBack(3), user('one')]))).toEqual(['one']);
  });
});

describe('any order of prompts, answers and turns taken back', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant<'ask'>('ask') },
    { weight: 4, arbitrary: fc.constant<'say'>('say') },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }) },
  );

  it('shows what a plain reading of the rule shows', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let kept: string[] = [];
        const lines = steps.map((each, index) => {
          if (typeof each !== 'number') kept.push(`${each} ${index}`);
          else {
            const prompts = kept.flatMap((text, at) => (text.startsWith('ask') ? [at] : []));
            if (prompts.length > 0) kept = kept.slice(0, prompts[Math.max(0, prompts.length - each)]);
          }
          if (typeof each === 'number') return takeBack(each);
          return each === 'ask' ? user(`ask ${index}`) : assistant(`say ${index}`);
        });
        const reading = read([meta(), ...lines]);
        expect(reading.transcripts.length === 0 ? [] : texts(reading)).toEqual(kept);
      }),
      { numRuns: 400 },
    );
  });
});
