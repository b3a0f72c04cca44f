import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getHistory } from '../../server/history/get-history.ts';
import { highlight, readHighlight } from '../../server/history/highlights.ts';
import { redact } from '../../server/redaction/redact.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

const token = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;

/** What is marked of a text by a query. */
function marked(raw: string, query: string): readonly string[] {
  const { text, masks } = redact(raw);
  const shown = highlight(text, masks, readHighlight(query));
  for (const [start, end] of shown.highlights)
    for (const mask of shown.redactions) expect(end <= mask.start || start >= mask.end).toBe(true);
  return shown.highlights.map(([start, end]) => shown.text.slice(start, end));
}

describe('highlights', () => {
  it.each([
    ['words in any case and with marks', 'The Café is a cafe.', 'CAFE', ['Café', 'cafe']],
    ['all of several words', 'one two three two', 'two one', ['one', 'two', 'two']],
    [
      'phrases as a whole',
      'red fish, red  fish, fish red',
      '"red fish"',
      ['red  fish'].flatMap((each) => ['red fish', each]),
    ],
    ['prefixes', 'kettle kettles ket', 'kettl*', ['kettle', 'kettles']],
    ['literals, and not their word', 'C++ and C and C# code', 'C++', ['C++']],
    ['runs of scripts without spaces', '我喜欢吃苹果派', '苹果', ['苹果']],
    ['alternatives, and nothing that is excluded', 'tea or milk, no sugar', 'tea OR milk -sugar', ['tea', 'milk']],
    ['pieces with signs in them', 'use std::vector here', 'std::vector', ['std::vector']],
    ['nothing by filters', 'agent main role', 'agent:main role:user after:7d', []],
    ['words beside filters', 'agent main role', 'main agent:main', ['main']],
    ['nothing for a filter that is mistyped', 'main agnt', 'main agnt:x', []],
    ['nothing for a date that is none', 'main', 'main after:yesterdayish', []],
    ['nothing for a query that is too deep', 'a', `${'(a OR (b '.repeat(40)}`, []],
    ['nothing for no words', 'text', '   ', []],
  ])('mark %s', (_what, text, query, expected) => {
    expect(marked(text, query)).toEqual(expected);
  });

  it('stand where the words are, behind masks too, and never on a mask', () => {
    expect(marked(`token ${token} is my token`, 'token')).toEqual(['token', 'token']);
    expect(marked(`${token} ${token}x, my token`, 'my redacted github')).toEqual(['my']);
    expect(marked(`the token ${token} is`, '"token is"')).toEqual(['token', 'is']);
    expect(marked(`a ${token} b ${token} c d`, '"a b c" OR d')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are none for a text that is empty', () => {
    expect(highlight('', [], readHighlight('word'))).toMatchObject({ text: '', highlights: [] });
  });
});

describe('highlights of a history', () => {
  let store: TestStore;
  let read: ReadScope;
  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    read = reader(store.engine, ann);
    const entries = [
      { id: 'a', text: `my ${token} and a kettle` },
      { id: 'b', text: 'no such word' },
      { id: 'c', text: 'Kettle, kettle' },
    ];
    await saveTestTranscript(writer(store.engine, ann), { entries });
  });
  afterAll(() => store.close());

  it('are given for each message that is shown', async () => {
    const { messages } = await getHistory(read, { session: 'native-1', highlight: 'kettle' });
    const shown = messages.map(({ text, highlights }) => highlights.map(([start, end]) => text.slice(start, end)));
    expect(shown).toEqual([['kettle'], [], ['Kettle', 'kettle']]);
  });

  it('are none without a query, and none for one that cannot be read', async () => {
    for (const ask of [{}, { highlight: 'kettle agnt:main' }, { highlight: '' }]) {
      const { messages } = await getHistory(read, { session: 'native-1', ...ask });
      expect(messages.map(({ highlights }) => highlights)).toEqual([[], [], []]);
    }
  });
});
