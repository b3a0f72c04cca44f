import { describe, expect, it } from 'vitest';
import { FILTER_NAMES } from '../../server/contract/query.ts';
import { notesOf, read, refusalOf, shapeOf } from './read.ts';

const filtersOf = (text: string) => read(text).plan.filters;

describe('filters', () => {
  it.each([
    ['agent:ops', { field: 'agent', value: 'ops' }],
    ['session:agent:ops:main', { field: 'session', value: 'agent:ops:main' }],
    ['kind:cron', { field: 'kind', value: 'cron' }],
    ['kind:CRON', { field: 'kind', value: 'cron' }],
    ['role:user', { field: 'role', value: 'user' }],
    ['project:/home/me/app', { field: 'project', value: '/home/me/app' }],
    ['model:opus-4', { field: 'model', value: 'opus-4' }],
    ['source:claude-code', { field: 'source', value: 'claude-code' }],
    ['person:Ada@Example.org', { field: 'person', value: 'ada@example.org' }],
    ['label:Release', { field: 'label', value: 'Release' }],
    ['title:"nightly  release"', { field: 'title', value: 'nightly release' }],
    ['title:“nightly (release)”', { field: 'title', value: 'nightly (release)' }],
    ['TITLE:x', { field: 'title', value: 'x' }],
    ['is:archived', { field: 'archived' }],
    ['has:secret', { field: 'secret', of: 'message' }],
    ['Has:Secret', { field: 'secret', of: 'message' }],
    ['title:":x"', { field: 'title', value: ':x' }],
  ])('reads %s', (text, test) => {
    expect(filtersOf(text)).toEqual([{ isNegated: false, anyOf: [test] }]);
    expect(filtersOf(`-${text}`)).toEqual([{ isNegated: true, anyOf: [test] }]);
    expect(read(text).plan.text).toBeNull();
  });

  it('end at white space, quotes and parentheses', () => {
    expect(filtersOf('(agent:ops)')).toEqual([{ isNegated: false, anyOf: [{ field: 'agent', value: 'ops' }] }]);
    expect(shapeOf('(agent:ops)deploy')).toBe('deploy');
    expect(shapeOf('title:one"two three"')).toBe('"two three"');
  });

  it('are alternatives when repeated, and all hold when they differ', () => {
    expect(filtersOf('agent:ops kind:cron agent:dev kind:main')).toEqual([
      {
        isNegated: false,
        anyOf: [
          { field: 'agent', value: 'ops' },
          { field: 'agent', value: 'dev' },
        ],
      },
      {
        isNegated: false,
        anyOf: [
          { field: 'kind', value: 'cron' },
          { field: 'kind', value: 'main' },
        ],
      },
    ]);
  });

  it('exclude each of their values when negated', () => {
    expect(filtersOf('-agent:ops agent:dev -agent:qa')).toEqual([
      {
        isNegated: true,
        anyOf: [
          { field: 'agent', value: 'ops' },
          { field: 'agent', value: 'qa' },
        ],
      },
      { isNegated: false, anyOf: [{ field: 'agent', value: 'dev' }] },
    ]);
  });

  it('of one name may stand around OR and in an excluded group', () => {
    expect(filtersOf('deploy (agent:ops OR agent:dev)')).toEqual(filtersOf('agent:ops agent:dev'));
    expect(filtersOf('-(agent:ops OR agent:dev)')).toEqual(filtersOf('-agent:ops -agent:dev'));
    expect(filtersOf('-(-agent:ops)')).toEqual(filtersOf('agent:ops'));
    expect(shapeOf('((deploy agent:ops) -test) OR')).toBe('(and deploy (not test))');
  });

  it.each([
    'deploy OR agent:ops',
    'deploy OR failed agent:ops',
    'agent:ops OR kind:cron',
    '-agent:ops OR -agent:dev',
    'agent:ops OR -agent:dev',
    '-(agent:ops deploy)',
    '-(agent:ops kind:cron)',
    '-(agent:ops -agent:dev)',
  ])('are refused in %s, where they could not narrow the whole query', (text) => {
    expect(refusalOf(text)).toBe(
      'A filter narrows the whole query, so it cannot be one side of `OR`, or stand in `-( )` beside something else: ' +
        'write it outside, as in `(deploy OR rollout) agent:ops`.',
    );
  });

  it.each([
    ['kind:nightly', '`kind:` takes main, group, cron, hook, node, subagent or other.'],
    ['role:system', '`role:` takes user or assistant.'],
    ['role:system in:tools', '`role:` takes user, assistant or tool.'],
    ['role:tool', '`role:tool` goes with `in:tools`: only there are the answers of tools searched.'],
    ['has:link', '`has:` takes only secret.'],
    ['in:text', '`in:` takes only tools.'],
    ['source:chat', '`source:` takes openclaw, claude-code or codex.'],
    ['is:open', '`is:` takes only archived.'],
    ['branch:all', '`branch:` takes only any.'],
  ])('refuse the value of %s and say what to write', (text, sentence) => {
    expect(refusalOf(text)).toBe(`${sentence} Put it in quotes to search for the text.`);
  });

  it('search all branches with branch:any, which cannot be negated', () => {
    expect(read('deploy branch:any').plan).toMatchObject({ filters: [], includesOtherBranches: true });
    expect(read('deploy').plan.includesOtherBranches).toBe(false);
    const refusal = '`branch:any` cannot be negated: leave it out, and only the active branches are searched.';
    expect(refusalOf('-branch:any')).toBe(refusal);
    expect(refusalOf('-(branch:any)')).toBe(refusal);
  });

  it('search tools with in:tools, which cannot be negated and is no condition by itself', () => {
    expect(read('deploy in:tools').plan).toMatchObject({ filters: [], searchesTools: true });
    expect(read('deploy').plan.searchesTools).toBe(false);
    expect(refusalOf('-in:tools')).toBe('`in:tools` cannot be negated: leave it out, and only messages are searched.');
  });

  it('take in:tools into account wherever it stands', () => {
    const tools = { field: 'secret', of: 'tools' } as const;
    expect(filtersOf('has:secret in:tools')).toEqual([{ isNegated: false, anyOf: [tools] }]);
    expect(filtersOf('in:tools -has:secret')).toEqual([{ isNegated: true, anyOf: [tools] }]);
    expect(filtersOf('role:tool in:tools')).toEqual([{ isNegated: false, anyOf: [{ field: 'role', value: 'tool' }] }]);
  });

  it('read a pasted session key as that session', () => {
    expect(filtersOf('agent:ops:cron:nightly')).toEqual(filtersOf('session:agent:ops:cron:nightly'));
    expect(notesOf('agent:ops:cron:nightly')).toEqual(['`agent:` with a second colon was read as a session key.']);
    expect(notesOf('session:agent:ops:cron:nightly')).toEqual([]);
  });
});

describe('names before a colon', () => {
  it.each([
    ['agnet:ops', 'agnet', '`agent:`'], // two letters swapped
    ['agen:ops', 'agen', '`agent:`'], // one too few
    ['agents:ops', 'agents', '`agent:`'], // one too many
    ['-rule:user', 'rule', '`role:`'], // another one
    ['Titel:x', 'Titel', '`title:`'],
    ['aftre:yesterday', 'aftre', '`after:`'],
    ['no:idea', 'no', '`on:`'],
    ['ib:x', 'ib', '`is:` or `in:`'],
    ['labell:"a b"', 'labell', '`label:`'],
    ['kond:é', 'kond', '`kind:`'],
  ])('%s is a slip', (text, name, meant) => {
    expect(refusalOf(text)).toBe(
      `Unknown filter \`${name}:\`. Did you mean ${meant}? Put it in quotes to search for the text.`,
    );
  });

  it.each([
    ['agnet:3000', '"agnet 3000"'], // no letter behind the colon
    ['agents::ops', '"agents ops"'],
    ['agnet: ops', '(and agnet ops)'],
    ['agnte:/ops', '"agnte ops"'],
    ['sesion-key:x', '"sesion key x"'],
    ['agen7s:x', '"agen7s x"'], // two slips
    ['"agnet:ops"', '"agnet ops"'],
    ['[agent:ops]', '"agent ops"'],
    [':agent:ops', '"agent ops"'],
    ['C:\\temp', '"c temp"'],
    ['12:30', '"12 30"'],
    ['error:timeout', '"error timeout"'],
  ])('%s is text', (text, expected) => {
    expect(shapeOf(text)).toBe(expected);
    expect(read(text).plan.filters).toEqual([]);
  });

  it('is a slip for each name, whatever the slip', () => {
    for (const name of FILTER_NAMES) {
      const slips = [`${name}q`, `q${name}`, `${name.slice(0, -1)}q`, name.length > 2 ? name.slice(1) : `${name}q`];
      for (const slip of slips) expect(refusalOf(`${slip}:x`)).toContain(`\`${name}:\``);
    }
  });
});
