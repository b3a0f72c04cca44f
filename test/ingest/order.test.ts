import { cpSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from '../bench/random.ts';
import { ImportWorld } from './import-world.ts';
import { openclawFile, type Turn } from './openclaw-file.ts';
import { readState, type StoreState } from './store-state.ts';

const ORDERS = 6;
const QUERIES = ['branch:any wren', 'wren', 'task'];

const turns = (count: number, prefix = 'm'): readonly Turn[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, text: `${prefix} wren number ${index}` }));

const HOME = 'agents/main/sessions';
const STORE = JSON.stringify({
  'agent:main:main': { sessionId: 's-main', displayName: 'Talk about wrens' },
  'agent:main:subagent:k-child': { sessionId: 's-child', spawnedBy: 'agent:main:main', label: 'Child task' },
  'agent:main:subagent:k-grandchild': { sessionId: 's-grandchild', spawnedBy: 'agent:main:subagent:k-child' },
});

type Files = Readonly<Record<string, string>>;

const FAMILY: Files = {
  [`${HOME}/s-main.jsonl`]: openclawFile('s-main', turns(6)),
  [`${HOME}/s-child.jsonl`]: openclawFile('s-child', turns(4, 'c')),
  [`${HOME}/s-grandchild.jsonl`]: openclawFile('s-grandchild', turns(3, 'g')),
};

const COPIES: Files = {
  'captures/1.jsonl': openclawFile('s-grown', turns(3)),
  'captures/2.jsonl': openclawFile('s-grown', turns(9)),
  'captures/3.jsonl': openclawFile('s-grown', turns(17)),
  'captures/3-again.jsonl': openclawFile('s-grown', turns(17)),
};

const REWOUND: Files = {
  'captures/before.jsonl': openclawFile('s-rewound', turns(5)),
  'captures/after.jsonl': openclawFile('s-rewound', [
    ...turns(5),
    { id: 'again', parentId: 'm1', text: 'wren once more' },
  ]),
  'captures/later.jsonl': openclawFile('s-rewound', [
    ...turns(5),
    { id: 'again', parentId: 'm1', text: 'wren once more' },
    { id: 'on', text: 'wren goes on' },
  ]),
};

describe('whatever the order in which files come', () => {
  it.each<[string, Files]>([
    ['parents and children', { ...FAMILY, [`${HOME}/sessions.json`]: STORE }],
    ['captures of one growing session', COPIES],
    ['captures from before and after a rewind', REWOUND],
  ])('%s end in the same state, imported one by one', async (_, files) => {
    const expected = await stateAfter(files, [Object.keys(files)]);
    expect(expected.sessions.length).toBeGreaterThan(0);
    expect(expected.hits['branch:any wren']?.length).toBeGreaterThan(2);
    for (let seed = 1; seed <= ORDERS; seed += 1) {
      const order = new Random(seed).shuffled(Object.keys(files));
      const oneByOne = order.map((name) => [name]);
      expect(await stateAfter(files, oneByOne), order.join(', ')).toEqual(expected);
    }
  });

  it('transcripts that come before their store end as those that come after it', async () => {
    const files = { ...FAMILY, [`${HOME}/sessions.json`]: STORE };
    const expected = await stateAfter(files, [Object.keys(files)]);
    const late = await stateAfter(files, [Object.keys(FAMILY), Object.keys(files)]);
    expect(late).toEqual(expected);
  });

  it('a run whose key ends in its own id moves to that key when the store comes', async () => {
    const key = 'agent:main:cron:feed-the-wrens:run:s-run';
    const files = {
      [`${HOME}/s-run.jsonl`]: openclawFile('s-run', turns(2)),
      [`${HOME}/sessions.json`]: JSON.stringify({ [key]: { sessionId: 's-run' } }),
    };
    const expected = await stateAfter(files, [Object.keys(files)]);
    expect(expected.sessions).toMatchObject([{ sessionKey: key, kind: 'cron' }]);
    expect(await stateAfter(files, [[`${HOME}/s-run.jsonl`], Object.keys(files)])).toEqual(expected);
  });

  it('a transcript stays in its session when the store forgets it', async () => {
    const world = new ImportWorld();
    world.write(`${HOME}/s-main.jsonl`, openclawFile('s-main', turns(6)));
    world.write(`${HOME}/sessions.json`, JSON.stringify({ 'agent:main:main': { sessionId: 's-main' } }));
    await world.import();
    world.write(`${HOME}/sessions.json`, JSON.stringify({ 'agent:main:main': { sessionId: 's-next' } }));
    world.write(`${HOME}/s-next.jsonl`, openclawFile('s-next', turns(2, 'n')));
    await world.import();
    expect((await world.sessions()).map((session) => session.sessionKey)).toEqual(['agent:main:main']);
    expect(await world.search('"m wren number 0"')).toHaveLength(1);
    expect((await world.history('agent:main:main')).messages.map((message) => message.text)).toEqual([
      'n wren number 0',
      'n wren number 1',
    ]);
    expect((await world.history('s-next')).messages).toHaveLength(2);
  });

  it.each(['openclaw', 'claude-code'])('the fixtures of %s end in the same state', async (format) => {
    const fixtures = path.resolve('test/fixtures', format);
    const names = filesIn(fixtures);
    if (names.length === 0) return;
    const stores = names.filter((name) => name.endsWith('.json'));
    const others = names.filter((name) => !name.endsWith('.json'));
    const expected = await stateOfFixtures(fixtures, [names]);
    for (let seed = 1; seed <= 2; seed += 1) {
      const order = new Random(seed).shuffled(others);
      const half = order.length >> 1;
      expect(await stateOfFixtures(fixtures, [[...stores, ...order.slice(0, half)], order.slice(half)])).toEqual(
        expected,
      );
    }
  });
});

/** Puts files into a folder group by group, and imports the whole folder after each group. */
async function stateAfter(files: Files, groups: readonly (readonly string[])[]): Promise<StoreState> {
  const world = new ImportWorld();
  for (const group of groups) {
    for (const name of group) world.write(name, files[name] ?? '');
    const report = await world.import();
    expect(report.failed).toBe(0);
  }
  expect(await world.faults()).toEqual([]);
  return readState(world, QUERIES);
}

async function stateOfFixtures(fixtures: string, groups: readonly (readonly string[])[]): Promise<StoreState> {
  const world = new ImportWorld();
  for (const group of groups) {
    for (const name of group) cpSync(path.join(fixtures, name), world.at(name), { recursive: true });
    await world.import();
  }
  expect(await world.faults()).toEqual([]);
  return readState(world, ['role:user', 'role:assistant']);
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
}
