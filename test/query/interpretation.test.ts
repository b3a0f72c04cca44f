import { describe, expect, it } from 'vitest';
import { loosenQuery } from '../../server/query/loosen.ts';
import { read, refusalOf } from './read.ts';

describe('the normal form', () => {
  it.each([
    ['  deploy   failed ', 'deploy failed'],
    ['agent:ops deploy -kind:cron failed', 'deploy failed agent:ops -kind:cron'],
    ['(a OR b) c', '(a OR b) c'],
    ['a (b c) OR (d)', 'a b c OR d'],
    ['agent:ops (a OR b)', '(a OR b) agent:ops'],
    ['((a b))', 'a b'],
    ['-(a b)', '-(a b)'],
    ['-(-a)', '-(-a)'],
    ['-("a  b")', '-"a b"'],
    ['“a b”', '"a b"'],
    ['-(--force)', '-(--force)'],
    ['-OR', '-"OR"'],
    ['dep** "a b"*', 'dep* "a b"*'],
    ['TITLE:“a b” project:"/x y(1)"', 'title:"a b" project:"/x y(1)"'],
    ['title:"a"', 'title:a'],
    ['title:":a"', 'title:":a"'],
    ['agent:a OR agent:b', 'agent:a agent:b'],
    ['-(agent:a agent:b)', '-agent:a -agent:b'],
    ['agent:ops:main', 'session:agent:ops:main'],
    ['after:7D', 'after:7D'],
    ['"open', '"open"'],
    ['a && (b', 'a b'],
    ['', ''],
  ])('of %s is %s', (text, expected) => {
    expect(read(text).interpretation.text).toBe(expected);
  });

  it('keeps dates relative, so that a saved search moves on', () => {
    expect(read('after:7d on:today').interpretation.text).toBe('after:7d on:today');
  });

  it('says that all words are asked for', () => {
    expect(read('a b').interpretation.match).toBe('all');
  });
});

describe('the summary', () => {
  it.each([
    ['deploy failed agent:ops after:7d', 'deploy AND failed · agent ops · since 23 Nov'],
    ['dep* "no such host"', 'dep* AND "no such host"'],
    ['(a OR b c) -d', '(a OR (b AND c)) AND NOT d'],
    ['a -(b OR c)', 'a AND NOT (b OR c)'],
    ['', 'newest messages'],
    ['kind:cron kind:hook -agent:ops -agent:qa', 'newest messages · kind cron or hook · not agent ops · not agent qa'],
    ['-failed', 'newest messages · NOT failed'],
    ['-a -b', 'newest messages · NOT a AND NOT b'],
    ['a title:"nightly release"', 'a · title "nightly release"'],
    ['a is:archived', 'a · archived'],
    ['a -is:archived branch:any', 'a · not archived · all branches'],
    ['a in:tools has:secret', 'a · in tool calls and results · with a secret'],
    ['a -has:secret', 'a · without a secret'],
    ['a before:2025-11-03', 'a · before 3 Nov 2025'],
    ['a after:24h', 'a · since 29 Nov, 12:30'],
    ['a after:2026-11-03T14:30Z', 'a · since 3 Nov, 15:30'],
    ['a on:2026-11-03 on:2025-12', 'a · on 3 Nov or in Dec 2025'],
    ['a on:2026-11 -on:2025', 'a · in Nov · not in 2025'],
    ['a after:2026', 'a · since 1 Jan'],
  ])('of %s is %s', (text, expected) => {
    expect(read(text).interpretation.summary).toBe(expected);
  });

  it('gives dates in the zone', () => {
    const text = 'after:2026-11-03T23:30Z';
    expect(read(text, { timeZone: 'Asia/Tokyo' }).interpretation.summary).toBe('newest messages · since 4 Nov, 08:30');
    expect(read(text, { timeZone: 'UTC' }).interpretation.summary).toBe('newest messages · since 3 Nov, 23:30');
  });
});

describe('refusals and notes', () => {
  it('never repeat what was typed, which may be a secret', () => {
    const secret = 'hunter2hunter2';
    for (const name of ['kind', 'role', 'source', 'before', 'after', 'on', 'is', 'has', 'in', 'branch', 'agnet']) {
      expect(refusalOf(`${name}:${secret}`)).not.toContain(secret);
    }
    const { notes } = read(`agent: "${secret} ( && AND agent:x:${secret}`).interpretation;
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.join(' ')).not.toContain(secret);
  });
});

describe('the filters of a query, one by one', () => {
  it('are each said in words, as typed, and with what is left without them', () => {
    expect(read('deploy agent:ops failed -kind:cron after:2026-11-03').interpretation.filters).toEqual([
      { label: 'agent ops', text: 'agent:ops', without: 'deploy failed -kind:cron after:2026-11-03' },
      { label: 'not kind cron', text: '-kind:cron', without: 'deploy failed agent:ops after:2026-11-03' },
      { label: 'since 3 Nov', text: 'after:2026-11-03', without: 'deploy failed agent:ops -kind:cron' },
    ]);
  });

  it('leave a word that is being typed as it is', () => {
    const { filters } = read('agent:ops depl', { lastWordIsPrefix: true }).interpretation;
    expect(filters).toEqual([{ label: 'agent ops', text: 'agent:ops', without: 'depl' }]);
  });

  it('are none where there are none', () => {
    expect(read('deploy failed').interpretation.filters).toEqual([]);
  });
});

describe('loosening', () => {
  it('relaxes plain words, and keeps phrases, groups and exclusions', () => {
    const loose = loosenQuery(read('why Did "the deploy" fail -test (a OR b) foo_bar* agent:ops').tree);
    expect(loose?.words.map((word) => word.text)).toEqual(['fail', 'foo_bar']);
    expect(loose?.words.map((word) => word.node)).toEqual([
      { type: 'phrase', terms: ['fail'], isPrefix: false },
      { type: 'phrase', terms: ['foo', 'bar'], isPrefix: true },
    ]);
    expect(loose?.required).toEqual(read('"the deploy" -test (a OR b)').plan.text);
  });

  it('leaves out words that say nothing, unless there are no others', () => {
    expect(loosenQuery(read('what did we say about the deploy').tree)?.words.map((word) => word.text)).toEqual([
      'say',
      'deploy',
    ]);
    expect(loosenQuery(read('to be or not to be').tree)?.words).toHaveLength(6);
    expect(loosenQuery(read('deploy th*').tree)?.words.map((word) => word.text)).toEqual(['deploy', 'th']);
  });

  it('looks for a word alone in its other forms', () => {
    expect(loosenQuery(read('deploying').tree)).toMatchObject({ words: [{ text: 'deploying' }], required: null });
  });

  it('requires nothing more when there are words alone', () => {
    expect(loosenQuery(read('deploy failed').tree)).toMatchObject({ required: null });
  });

  it.each(['', '"a b"', 'a OR b', '-a -b', '"a b" "c d"', 'agent:ops'])('has nothing to relax in %s', (text) => {
    expect(loosenQuery(read(text).tree)).toBeNull();
  });
});
