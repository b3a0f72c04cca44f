import { expect, test } from 'vitest';
import {
  openSearch,
  type SearchAct,
  type SearchState,
  searchReducer,
} from '../../../app/(signed-in)/search/search-state.ts';

function after(state: SearchState, ...acts: readonly SearchAct[]): SearchState {
  return acts.reduce(searchReducer, state);
}

test('the first pause of a person who types makes a place to come back to, the next ones take it over', () => {
  const once = after(openSearch('q=old'), { type: 'typed', text: 'de' }, { type: 'paused' });
  expect(once).toMatchObject({ isTyping: true, written: [{ address: 'q=de', how: 'push' }] });
  const twice = after(once, { type: 'typed', text: 'deploy' }, { type: 'paused' });
  expect(twice.written.at(-1)).toMatchObject({ address: 'q=deploy', how: 'replace' });
});

test('Enter ends typing, with and without a change since the last pause', () => {
  const typed = after(openSearch(''), { type: 'typed', text: 'deploy' }, { type: 'paused' });
  expect(after(typed, { type: 'submitted' })).toMatchObject({ isTyping: false, asked: { q: 'deploy' } });
  const ahead = after(typed, { type: 'typed', text: 'deploys' }, { type: 'submitted' });
  expect(ahead).toMatchObject({ isTyping: false, asked: { q: 'deploys' }, box: 'deploys' });
});

test('an address that was written is not taken for somebody else’s, however late and in whatever portions it is told', () => {
  const typed = after(
    openSearch(''),
    { type: 'typed', text: 'a' },
    { type: 'paused' },
    { type: 'typed', text: 'ab' },
    { type: 'paused' },
    { type: 'typed', text: 'abc' },
  );
  const first = after(typed, { type: 'moved', address: 'q=a' });
  expect(first).toMatchObject({ box: 'abc', asked: { q: 'ab' }, isTyping: true, written: [{ address: 'q=ab' }] });
  expect(after(typed, { type: 'moved', address: 'q=ab' })).toMatchObject({ box: 'abc', written: [] });
});

test('an address that was not written starts the page anew', () => {
  const typed = after(openSearch(''), { type: 'typed', text: 'abc' }, { type: 'paused' });
  const back = after(typed, { type: 'moved', address: 'q=abc' }, { type: 'moved', address: 'q=before&sort=newest' });
  expect(back).toEqual(openSearch('q=before&sort=newest'));
});

test('another query forgets the chosen hit, and so does another order', () => {
  const chosen = after(openSearch('q=a'), { type: 'chosen', at: 's.m' });
  expect(chosen.written).toEqual([{ address: 'q=a&at=s.m', how: 'replace', isChoice: true }]);
  expect(after(chosen, { type: 'typed', text: 'b' }, { type: 'paused' }).asked.at).toBeNull();
  expect(after(chosen, { type: 'changed', to: { sort: 'oldest' } }).asked).toMatchObject({ at: null, sort: 'oldest' });
});

test('changing the order asks for what stands in the box, though no pause was made', () => {
  const changed = after(
    openSearch('q=a'),
    { type: 'typed', text: 'ab' },
    { type: 'changed', to: { group: 'message' } },
  );
  expect(changed).toMatchObject({ asked: { q: 'ab', group: 'message' }, written: [{ how: 'push' }] });
});

test('Back before the router told of the last address leads to the one before it all the same', () => {
  const typed = after(openSearch('q=a'), { type: 'typed', text: 'ab' }, { type: 'paused' });
  expect(after(typed, { type: 'travelled', address: 'q=a' })).toEqual(openSearch('q=a'));
});
