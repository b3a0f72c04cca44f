import { describe, expect, it } from 'vitest';
import { notesOf, read, refusalOf, shapeOf } from './read.ts';

describe('words, phrases and signs', () => {
  it.each([
    ['deploy', 'deploy'],
    ['deploy failed', '(and deploy failed)'],
    ['  deploy\t\n failed\u3000again ', '(and deploy failed again)'],
    ['"deploy failed"', '"deploy failed"'],
    ['“deploy failed” „or not“ ＂now＂', '(and "deploy failed" "or not" now)'],
    ['deploy -failed', '(and deploy (not failed))'],
    ['-failed deploy', '(and deploy (not failed))'],
    ['deploy -"no such host"', '(and deploy (not "no such host"))'],
    ['deploy -(failed OR broken)', '(and deploy (not (or failed broken)))'],
    ['a OR b', '(or a b)'],
    ['a OR b c', '(or a (and b c))'],
    ['a b OR c', '(or (and a b) c)'],
    ['(a OR b) c', '(and (or a b) c)'],
    ['a (b (c d))', '(and a b c d)'],
    ['a OR (b OR (c OR d))', '(or a b c d)'],
    ['a or b', '(and a or b)'],
    ['a Or b', '(and a or b)'],
    ['NEAR(a b)', '(and near a b)'],
    ['print("hello world")', '(and print "hello world")'],
    ['one"two three"four', '(and one "two three" four)'],
  ])('reads %j as %s', (text, expected) => {
    expect(shapeOf(text)).toBe(expected);
  });

  it.each([
    ['foo_bar', '"foo bar"'],
    ['a-b', '"a b"'],
    ['readme.md', '"readme md"'],
    ['user@host', '"user host"'],
    ['std::vector', '"std vector"'],
    ['model::user', '"model user"'],
    ['https://a.b/c?d=1', '"https a b c d 1"'],
    ['localhost:3000', '"localhost 3000"'],
    ['{"a":1}', '(and a 1)'],
    ['--force', 'force'],
    ['a - b', '(and a b)'],
    ['^a', 'a'],
  ])('reads %s as the phrase of its parts, %s', (text, expected) => {
    expect(shapeOf(text)).toBe(expected);
  });

  it('reads a star at the end of a word or a phrase as "may go on", and nowhere else', () => {
    expect(shapeOf('dep* fo*o "no such"* "a*"')).toBe('(and dep* "fo o" "no such"* a)');
    expect(shapeOf('foo_ba***')).toBe('"foo ba"*');
    expect(shapeOf('-dep*')).toBe('(not dep*)');
  });

  it('never reads a second hyphen as a negation', () => {
    expect(shapeOf('--no-verify')).toBe('"no verify"');
    expect(shapeOf('a -(--b)')).toBe('(and a (not b))');
    expect(shapeOf('a -(-b)')).toBe('(and a b)');
  });

  it('excludes the word "or" when a hyphen is glued to it', () => {
    expect(shapeOf('a -OR')).toBe('(and a (not or))');
  });

  it('says that upper-case AND and NOT are words', () => {
    expect(shapeOf('a AND b')).toBe('(and a and b)');
    expect(notesOf('a AND b NOT c')).toEqual([
      '`AND` was read as a word: all words are asked for without it.',
      '`NOT` was read as a word: a `-` right before a word excludes it.',
    ]);
    expect(notesOf('a and b "NOT" -AND not')).toEqual([
      '`AND` was read as a word: all words are asked for without it.',
    ]);
  });
});

describe('exclusions', () => {
  it('are one negation when nothing else is asked for', () => {
    expect(shapeOf('-a')).toBe('(not a)');
    expect(shapeOf('-a -b')).toBe('(not (or a b))');
    expect(shapeOf('-a OR -b')).toBe('(not (and a b))');
    expect(shapeOf('-a agent:ops')).toBe('(not a)');
  });

  it('cancel each other out', () => {
    expect(shapeOf('-(-a)')).toBe('a');
    expect(shapeOf('-(-a -b)')).toBe('(or a b)');
    expect(shapeOf('c -(-a OR -b)')).toBe('(and c a b)');
  });

  it('may be one side of OR, and then mean all that is visible but that', () => {
    expect(shapeOf('a OR -b')).toBe('(or a (not b))');
    expect(shapeOf('-b OR a c')).toBe('(or (and a c) (not b))');
  });

  it('stay whole where a group is excluded', () => {
    expect(shapeOf('-(a -b)')).toBe('(not (and a (not b)))');
    expect(shapeOf('c -(a -b)')).toBe('(and c (not (and a (not b))))');
  });
});

describe('repairs', () => {
  it.each([
    ['"deploy fai', '"deploy fai"', ['A quote was not closed: it was closed at the end.']],
    [
      'deploy "',
      'deploy',
      ['Ignored 1 piece without a letter or digit (`""`).', 'A quote was not closed: it was closed at the end.'],
    ],
    ['(a OR (b', '(or a b)', ['A parenthesis was not closed: it was closed at the end.']],
    ['a) b', '(and a b)', ['Ignored a closing parenthesis that nothing opened.']],
    ['main() -()', 'main', ['Ignored parentheses with nothing to search for in them.']],
    ['a && || + b', '(and a b)', ['Ignored 3 pieces without a letter or digit (`&&` `||` `+`).']],
    ['* a', 'a', ['Ignored 1 piece without a letter or digit (`*`).']],
    ['a OR', 'a', ['Ignored an `OR` that has nothing to search for on one side.']],
    ['OR a', 'a', ['Ignored an `OR` that has nothing to search for on one side.']],
    ['a OR OR b', '(or a b)', ['Ignored an `OR` that has nothing to search for on one side.']],
    [
      '(OR) a',
      'a',
      [
        'Ignored an `OR` that has nothing to search for on one side.',
        'Ignored parentheses with nothing to search for in them.',
      ],
    ],
    ['a - b -', '(and a b)', ['Ignored a `-` with nothing right after it.']],
    ['a agent: b', '(and a b)', ['Ignored `agent:`, which has no value right after it.']],
    ['a title:""', 'a', ['Ignored `title:`, which has no value right after it.']],
    ['a title:"b c', 'a', ['A quote was not closed: it was closed at the end.']],
  ])('reads %s as %s and says so', (text, expected, notes) => {
    expect(shapeOf(text)).toBe(expected);
    expect(notesOf(text)).toEqual(notes);
  });

  it('gives no note for a query that needed none', () => {
    expect(notesOf('deploy (failed OR "no such host") -test agent:ops after:7d')).toEqual([]);
  });

  it('says that the newest messages come when nothing is left, but not for an empty box', () => {
    expect(read('&&& ()').plan.text).toBeNull();
    expect(notesOf('&&& ()')).toContain('Nothing is left to search for: these are the newest messages.');
    expect(notesOf('')).toEqual([]);
    expect(notesOf(' \n ')).toEqual([]);
  });

  it('keeps notes few and short, however much was ignored', () => {
    const notes = notesOf(`${'& | '.repeat(1000)}${'#'.repeat(90)} ~ ^`);
    expect(notes).toHaveLength(2);
    expect(notes[0]).toBe(`Ignored 2003 pieces without a letter or digit (\`&\` \`|\` \`${'#'.repeat(20)}…\`).`);
  });
});

describe('a query that is still being typed', () => {
  const typing = { lastWordIsPrefix: true };

  it.each([
    ['deploy fai', '(and deploy fai*)'],
    ['"no such ho', '"no such ho"*'],
    ['(a OR b', '(or a b*)'],
    ['foo_b', '"foo b"*'],
  ])('lets the last word of %s go on', (text, expected) => {
    expect(shapeOf(text, typing)).toBe(expected);
  });

  it.each([
    ['deploy ', 'deploy'],
    ['"no such"', '"no such"'],
    ['"no such ', '"no such"'],
    ['(deploy)', 'deploy'],
    ['a -b', '(and a (not b))'],
    ['a -(b c', '(and a (not (and b c)))'],
    ['deploy agent:op', 'deploy'],
    ['a* b* c* d* e', '(and a* b* c* d* e)'],
  ])('leaves %s as it stands', (text, expected) => {
    expect(shapeOf(text, typing)).toBe(expected);
  });

  it('says in the normal form that the word may go on', () => {
    expect(read('deploy fai', typing).interpretation.text).toBe('deploy fai*');
  });
});

describe('bounds', () => {
  it('refuses more than 4,096 characters', () => {
    expect(read('a'.repeat(4096)).plan.text).toMatchObject({ type: 'phrase' });
    expect(refusalOf('a'.repeat(4097))).toBe(
      'A query may hold at most 4096 characters, and this one holds more: make it shorter.',
    );
  });

  it('refuses more than 32 pieces, words, phrases and filters alike', () => {
    const words = Array.from({ length: 30 }, (_, index) => `w${index}`).join(' ');
    expect(read(`${words} "a b c" agent:ops && ()`).plan.filters).toHaveLength(1);
    const refusal = 'A query may hold at most 32 words, phrases and filters, and this one holds more: make it shorter.';
    for (const third of ['x', '"x y"', '-x', 'kind:main'])
      expect(refusalOf(`${words} "a b c" agent:ops ${third}`)).toBe(refusal);
    expect(refusalOf('same '.repeat(33))).toBe(refusal);
    expect(refusalOf('x OR '.repeat(33))).toBe(refusal);
  });

  it('refuses more than 4 prefixes', () => {
    expect(shapeOf('a* b* +* c* d* *')).toBe('(and a* b* c* d*)');
    expect(refusalOf('a* b* c* d* "e f"*')).toBe(
      'A query may hold at most 4 words that end in `*`, and this one holds more: make it shorter.',
    );
  });

  it('refuses parentheses more than 64 deep, closed or not', () => {
    const refusal = 'Parentheses may be nested 64 deep, and these go deeper: take some out.';
    expect(shapeOf(`${'('.repeat(64)}a${')'.repeat(64)}`)).toBe('a');
    expect(shapeOf(`${'-('.repeat(64)}a`)).toBe('a');
    expect(refusalOf(`${'('.repeat(65)}a${')'.repeat(65)}`)).toBe(refusal);
    expect(refusalOf('-('.repeat(65))).toBe(refusal);
    expect(shapeOf('(a) '.repeat(32))).toBe(`(and${' a'.repeat(32)})`);
  });

  it('refuses groups that alternate more than 8 deep, which the index could not parse', () => {
    const nest = (levels: number) =>
      Array.from({ length: levels }).reduce<string>(
        (inner, _, index) => `w${index} ${index % 2 ? 'OR' : ''} (${inner})`,
        'core',
      );
    expect(shapeOf(nest(2))).toBe('(or w1 (and w0 core))');
    expect(shapeOf(nest(8)).match(/\(/g)).toHaveLength(8);
    expect(refusalOf(nest(9))).toBe(
      '`OR` and words may stand 8 groups deep in one another, and these go deeper: take some out.',
    );
  });
});
