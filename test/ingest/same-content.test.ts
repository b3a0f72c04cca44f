import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Engine } from '../../server/engine/engine.ts';
import type { WholeFile } from '../../server/engine/save-types.ts';
import { fileReport, ImportWorld, reasons } from './import-world.ts';
import { openclawFile, turnLine } from './openclaw-file.ts';

const TURNS = [
  { id: 'm1', text: 'one plover' },
  { id: 'm2', text: 'two plovers' },
  { id: 'm3', text: 'three plovers' },
];

describe('the same transcript again', () => {
  it('under the same name and under another one adds nothing', async () => {
    const world = new ImportWorld();
    world.write('a/s1.jsonl', openclawFile('s1', TURNS));
    world.write('b/copy.jsonl', openclawFile('s1', TURNS));
    const first = await world.import();
    expect(first).toMatchObject({ sessions: 1, added: 1, updated: 0, unchanged: 1 });
    expect(await world.import()).toMatchObject({ sessions: 1, added: 0, updated: 0, unchanged: 2 });
    expect(await world.sessions()).toHaveLength(1);
    expect(await world.search('plovers')).toHaveLength(2);
  });

  it('with another content for an id keeps both records and shows the later one', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', openclawFile('s1', TURNS));
    await world.import();
    world.write('s1.jsonl', openclawFile('s1', TURNS.with(1, { id: 'm2', text: 'two curlews' })));
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ status: 'updated', added: 1 });
    expect((await world.history('s1')).messages.map((message) => message.text)).toEqual([
      'one plover',
      'two curlews',
      'three plovers',
    ]);
    expect(await world.search('branch:any "two plovers"')).toEqual([]);
    expect(await world.import()).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await world.faults()).toEqual([]);
  });

  it('under another id is another session', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', openclawFile('s1', TURNS));
    world.write('s2.jsonl', openclawFile('s2', TURNS));
    expect(await world.import()).toMatchObject({ sessions: 2, added: 2 });
    expect(await world.search('"one plover"')).toHaveLength(2);
  });
});

describe('two owners of the same files', () => {
  it('each have a session of their own, and neither sees or changes the other one', async () => {
    const world = new ImportWorld();
    const [ann, ben] = [await world.addPerson('ann@example.com'), await world.addPerson('ben@example.com')];
    world.write('s1.jsonl', openclawFile('s1', TURNS));
    await world.import([world.folder], { person: ann });
    world.write('s1.jsonl', openclawFile('s1', TURNS.with(0, { id: 'm1', text: 'one sandpiper' })));
    expect(await world.import([world.folder], { person: ben })).toMatchObject({ added: 1, updated: 0 });
    expect(await world.search('sandpiper', ann)).toEqual([]);
    expect(await world.search('"one plover"', ben)).toEqual([]);
    expect((await world.history('s1', ann)).messages[0]?.text).toBe('one plover');
    expect((await world.history('s1', ben)).messages[0]?.text).toBe('one sandpiper');
  });

  it('cannot put a session under one that the other owns', async () => {
    const world = new ImportWorld();
    const [ann, ben] = [await world.addPerson('ann@example.com'), await world.addPerson('ben@example.com')];
    const store = (entries: Record<string, unknown>): string => JSON.stringify(entries);
    world.write('ann/agents/main/sessions/s1.jsonl', openclawFile('s1', TURNS));
    world.write('ann/agents/main/sessions/sessions.json', store({ 'agent:main:main': { sessionId: 's1' } }));
    world.write('ben/agents/main/sessions/s2.jsonl', openclawFile('s2', [{ id: 'n1', text: 'a claim' }]));
    world.write(
      'ben/agents/main/sessions/sessions.json',
      store({ 'agent:main:subagent:s2': { sessionId: 's2', spawnedBy: 'agent:main:main' } }),
    );
    await world.import([world.at('ben')], { person: ben });
    await world.import([world.at('ann')], { person: ann });
    await world.import([world.at('ben')], { person: ben });
    const [claimed] = await world.sessions(ben);
    expect(claimed).toMatchObject({ sessionKey: 'agent:main:subagent:s2', parentSessionId: null });
    const owner = await world.addPerson('owner@example.com', 'owner');
    expect((await world.sessions(owner)).map((session) => session.parentSessionId)).toEqual([null, null]);
  });
});

describe('one bad file', () => {
  it('of its own making never stops the others', async () => {
    const world = new ImportWorld();
    world.write('a.jsonl', openclawFile('a', TURNS));
    world.write('b.jsonl', openclawFile('b', TURNS));
    const { storedEntries } = world.store.engine;
    const logged = silenceLog();
    let calls = 0;
    const report = await world.import([world.folder], {
      engine: {
        addFiles: stepByStep,
        storedEntries: async (windowId) => {
          calls += 1;
          if (calls === 1) throw new RangeError('Maximum call stack size exceeded');
          return storedEntries(windowId);
        },
      },
    });
    expect(fileReport(report, 'a.jsonl').status).toBe('failed');
    expect(reasons(fileReport(report, 'a.jsonl'))[0]).toMatch(/unexpected fault/);
    expect(fileReport(report, 'b.jsonl').status).toBe('added');
    expect(report.failed).toBe(1);
    expect(logged()).toMatch(/"event":"file not imported".*"RangeError"/);
  });

  it('is told from a full disk, which stops the import', async () => {
    const world = new ImportWorld();
    world.write('a.jsonl', openclawFile('a', TURNS));
    world.write('b.jsonl', openclawFile('b', TURNS));
    const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    const reject = async () => Promise.reject(full);
    await expect(world.import([world.folder], { engine: { addFiles: reject } })).rejects.toBe(full);
    await expect(world.import([world.folder], { engine: { addFiles: stepByStep, addEntries: reject } })).rejects.toBe(
      full,
    );
    expect(await world.sessions()).toEqual([]);
    expect(await world.import()).toMatchObject({ added: 2 });
  });

  it('that breaks a rule of the store stops itself alone', async () => {
    const world = new ImportWorld();
    world.write('a.jsonl', openclawFile('a', TURNS));
    world.write('b.jsonl', openclawFile('b', TURNS));
    const { addEntries } = world.store.engine;
    const broken = Object.assign(new Error('UNIQUE constraint failed'), { code: 'SQLITE_CONSTRAINT_UNIQUE' });
    const logged = silenceLog();
    let calls = 0;
    const report = await world.import([world.folder], {
      engine: {
        addFiles: stepByStep,
        addEntries: async (...batch) => (calls++ === 0 ? Promise.reject(broken) : addEntries(...batch)),
      },
    });
    expect(report).toMatchObject({ added: 1, failed: 1 });
    expect(logged()).toMatch(/SQLITE_CONSTRAINT_UNIQUE/);
  });

  it('does not take those with it that it shares a transaction with', async () => {
    const world = new ImportWorld();
    for (const name of ['a', 'b', 'c']) world.write(`${name}.jsonl`, openclawFile(name, TURNS));
    const { addFiles } = world.store.engine;
    const logged = silenceLog();
    const report = await world.import([world.folder], {
      engine: {
        // Two entries at one place: the store itself refuses them, with all that came in the same transaction.
        addFiles: (ownerId, files) =>
          addFiles(
            ownerId,
            files.map((file) => twiceAtOnePlace(file, 'b.jsonl')),
          ),
      },
    });
    expect(report).toMatchObject({ added: 3, failed: 0 });
    expect(logged()).toMatch(/"event":"files not stored together".*SQLITE_CONSTRAINT_UNIQUE/);
    expect(await world.search('"one plover"')).toHaveLength(3);
    expect(await world.import()).toMatchObject({ unchanged: 3 });
    expect(await world.faults()).toEqual([]);
  });
});

it('a later turn in a growing file moves the leaf', async () => {
  const world = new ImportWorld();
  world.write('s1.jsonl', openclawFile('s1', TURNS));
  await world.import();
  world.write(
    's1.jsonl',
    openclawFile('s1', TURNS) +
      turnLine({ id: 'm4', parentId: 'm1', text: 'a rewound plover', atMs: Date.UTC(2026, 4, 2) }),
  );
  expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ status: 'updated', added: 1, active: 2 });
  expect((await world.search('plovers')).map((hit) => hit.messageId)).toEqual([]);
  expect((await world.search('branch:any plovers')).map((hit) => hit.messageId).sort()).toEqual(['m2', 'm3']);
  expect((await world.history('s1')).messages.map((message) => message.messageId)).toEqual(['m1', 'm4']);
});

/** Stands in for storing whole files: each of them is merged with what is stored, in several transactions. */
const stepByStep: Engine['addFiles'] = async (_, files) => files.map(() => null);

function twiceAtOnePlace(file: WholeFile, name: string): WholeFile {
  if (!file.path.endsWith(name)) return file;
  const sessions = file.sessions.map(({ header, entries }) => ({
    header,
    entries: entries.map((entry) => ({ ...entry, position: 0 })),
  }));
  return { ...file, sessions };
}

/** Keeps the log's lines from standard error, and gives them. */
function silenceLog(): () => string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  return () => write.mock.calls.map(([line]) => String(line)).join('');
}
