import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SNIPPET_MAX } from '../../server/contract/search.ts';
import type { ReadScope } from '../../server/visibility/scope.ts';
import { find, search } from '../support/asking.ts';
import { NOW_MS, openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

const DAY_MS = 86_400_000;
const TEXTS: Readonly<Record<string, string>> = {
  cpp: 'rewrite it in C++ before Friday',
  csharp: 'the C# port of it',
  c: 'plain C is enough',
  net: 'targets .NET Core',
  internet: 'the net was down',
  issue: 'closes #1234 at last',
  number: 'port 1234 is taken',
  snake: 'call foo_bar with care',
  parts: 'foo then bar, apart',
  kebab: 'the a-b test',
  file: 'see readme.md for it',
  mail: 'write to user@host soon',
  vector: 'use std::vector there',
  link: 'open https://a.b/c now',
  port: 'on localhost:3000 it runs',
  deploy: 'the deploy failed twice',
  deployed: 'we deployed it, nothing failed',
  rollout: 'a rollout went well',
  nfc: 'caf\u00e9 cr\u00e8me',
  wide: 'ＷＩＤＥ letters',
  turkish: 'İstanbul ve ıhlamur',
  ligature: 'ﬁne print',
  german: 'Straße',
  tokyo: '東京の天気',
  thai: 'ภาษาไทย',
  arabic: 'السلام عليكم',
  rocket: 'launch 🚀 today',
};

describe('the query language, over a store', () => {
  let store: TestStore;
  let read: ReadScope;
  const shown = (query: string): Promise<readonly string[]> => find(read, query, { sort: 'oldest' });

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    read = reader(store.engine, ann);
    await saveTestTranscript(writer(store.engine, ann), {
      nativeId: 'texts',
      title: 'All texts',
      project: '/srv/texts',
      model: 'opus-9',
      entries: Object.entries(TEXTS).map(([id, text], index) => ({
        id,
        text,
        timeMs: NOW_MS - DAY_MS + index * 1000,
      })),
    });
  });
  afterAll(() => store.close());

  it.each([
    ['words are asked for together', 'failed deploy', ['deploy']],
    ['a phrase stands side by side', '"deploy failed"', ['deploy']],
    ['a word can be excluded', 'failed -deploy', ['deployed']],
    ['a phrase can be excluded', 'failed -"deploy failed"', ['deployed']],
    ['OR takes either', 'rollout OR twice', ['deploy', 'rollout']],
    ['groups stand inside', 'failed (twice OR nothing)', ['deploy', 'deployed']],
    ['a prefix may go on', 'deploy*', ['deploy', 'deployed']],
    ['foo_bar is a phrase of its parts', 'foo_bar', ['snake']],
    ['a-b is one', 'a-b', ['kebab', 'link']],
    ['readme.md is one', 'readme.md', ['file']],
    ['user@host is one', 'user@host', ['mail']],
    ['std::vector is text', 'std::vector', ['vector']],
    ['an address is text', 'https://a.b', ['link']],
    ['a port is text', 'localhost:3000', ['port']],
    ['an unbalanced quote is closed', '"deploy failed', ['deploy']],
    ['a piece without letter or digit is ignored', 'rollout !!! ***', ['rollout']],
    ['filters of one kind are alternatives', 'rollout role:user role:assistant', ['rollout']],
    ['a filter can be negated', 'rollout -title:texts', []],
    ['a value in quotes may hold spaces', 'rollout title:"all texts"', ['rollout']],
    ['dates are read', 'rollout on:yesterday', ['rollout']],
    ['dates exclude too', 'rollout -before:today', []],
  ])('%s: %s', async (_, query, ids) => {
    expect(await shown(query)).toEqual(ids);
  });

  it.each([
    ['C++', ['cpp']],
    ['c++', ['cpp']],
    ['C#', ['csharp']],
    ['.NET', ['net']],
    ['#1234', ['issue']],
    ['C', ['cpp', 'csharp', 'c', 'link']],
    ['net', ['net', 'internet']],
    ['1234', ['issue', 'number']],
    ['C++ Friday', ['cpp']],
    ['-C++ rewrite', []],
    ['"in C++ before"', ['cpp']],
  ])('a word with its signs is asked for as it is written: %s', async (query, ids) => {
    expect(await shown(query)).toEqual(ids);
  });

  it('a literal is marked with its signs', async () => {
    for (const literal of ['C++', 'C#', '.NET', '#1234']) {
      const [hit] = (await search(read, literal)).results;
      expect(hit?.highlights.map(([start, end]) => hit.snippet.slice(start, end))).toEqual([literal]);
    }
  });

  it('filters alone, and exclusions alone, list the newest first', async () => {
    expect((await find(read, 'role:user'))[0]).toBe('rocket');
    expect((await find(read, '-rocket -launch'))[0]).toBe('arabic');
    expect((await search(read, 'role:user')).ranked).toBe('none');
  });

  it('a filter that is one slip away, followed by a letter, is an error that names it; a digit makes it text', async () => {
    await expect(search(read, 'agnet:ops')).rejects.toMatchObject({
      kind: 'bad-input',
      message: expect.stringContaining('`agent:`') as string,
    });
    expect((await search(read, 'agnet:3', { match: 'all' })).results).toEqual([]);
  });

  it('says how the query was read, whatever had to be mended', async () => {
    const { interpreted } = await search(read, '"deploy failed ( !!');
    expect(interpreted.text).toBe('"deploy failed ( !!"');
    expect(interpreted.notes).toContain('A quote was not closed: it was closed at the end.');
    expect((await search(read, '!!')).interpreted.notes.join(' ')).toContain('Nothing is left to search for');
  });

  it('while somebody types the last word may go on; for others it does not', async () => {
    expect(await find(read, 'roll', { lastWordIsPrefix: true })).toEqual(['rollout']);
    expect(await find(read, 'roll', { match: 'all' })).toEqual([]);
  });

  it.each([
    ['A8: one character of a run', '東', ['tokyo']],
    ['A8: two of them', '京の', ['tokyo']],
    ['A8: one letter', 've', ['turkish']],
    ['A15: decomposed for composed', 'cafe\u0301', ['nfc']],
    ['A15: without its accent', 'cafe', ['nfc']],
    ['A15: narrow for wide', 'wide', ['wide']],
    ['A15: a ligature for its letters', 'fine', ['ligature']],
    ['A15: a dotted capital I', 'i\u0307stanbul', ['turkish']],
    ['A15: a part of a Thai run', 'ไทย', ['thai']],
    ['A15: right to left', 'عليكم', ['arabic']],
    ['A15: beside an emoji', 'launch 🚀', ['rocket']],
  ])('%s', async (_, query, ids) => {
    expect(await find(read, query, { match: 'all', sort: 'oldest' })).toEqual(ids);
  });

  it('A10: cuts a snippet out of megabytes of one word at once', async () => {
    const person = await addTestPerson(store.engine, 'big@example.org');
    await saveTestTranscript(writer(store.engine, person), {
      nativeId: 'big',
      entries: [{ id: 'big', text: 'brick '.repeat(400_000) }],
    });
    const scope = reader(store.engine, person);
    const before = process.cpuUsage();
    const [hit] = (await search(scope, 'brick')).results;
    const { user, system } = process.cpuUsage(before);
    expect(hit?.snippet.length).toBeLessThanOrEqual(SNIPPET_MAX);
    expect(hit?.highlights.length).toBeGreaterThan(10);
    // Processor time, since the machine may be busy.
    expect((user + system) / 1000).toBeLessThan(500);
  });
});
