import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { assistant, event, type Line, meta, THREAD, THREAD_KEY, user, uuidAt, write } from '../fixtures/codex/build.ts';
import { fileReport, ImportWorld, reasons } from './import-world.ts';
import { readState } from './store-state.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/codex');
const MAIN = `sessions/2026/05/01/rollout-2026-05-01T08-00-00-${THREAD}.jsonl`;
const SUB_AGENT = `agent:codex:subagent:${uuidAt('2026-05-01T08:05:30.500Z', 2)}`;
const NESTED = `agent:codex:subagent:${uuidAt('2026-05-01T08:05:40.000Z', 3)}`;
const FORK = `agent:codex:${uuidAt('2026-05-01T09:00:00.000Z', 4)}`;
const REVIEW = `agent:codex:subagent:${uuidAt('2026-05-01T10:00:00.000Z', 5)}`;
const FLAT = 'agent:codex:5e5e5e5e-2222-4222-8333-444455556666';

/** A world whose folder is a home of Codex. */
function openWorld(): ImportWorld {
  const world = new ImportWorld();
  cpSync(FIXTURES, world.at('.codex'), { recursive: true, filter: (file) => !file.endsWith('.ts') });
  return world;
}

const keysOf = (sessions: readonly { readonly sessionKey: string }[]) => sessions.map((each) => each.sessionKey).sort();

describe('a home of Codex', () => {
  it('is imported whole: each session once, each file with a word on it', async () => {
    const world = openWorld();
    const report = await world.import();
    expect(keysOf(await world.sessions())).toEqual([THREAD_KEY, SUB_AGENT, NESTED, FORK, REVIEW, FLAT].sort());
    expect(report.files.filter(({ status }) => status === 'failed')).toEqual([]);
    const packed = report.files.find((file) => file.path.endsWith('.zst'));
    expect(packed).toMatchObject({ status: 'skipped', format: 'codex' });
    expect(reasons(packed ?? fileReport(report, MAIN))).toEqual([
      'compressed session: unpack it with "zstd -d" and import the result',
    ]);
    expect(fileReport(report, 'history.jsonl').status).toBe('skipped');
    expect(fileReport(report, 'session_index.jsonl').status).toBe('companion');
    expect(await world.faults()).toEqual([]);
  });

  it('puts sub-agents under the session or the sub-agent that started them, and takes names from the index', async () => {
    const world = openWorld();
    await world.import();
    const sessions = await world.sessions();
    const idOf = (key: string) => sessions.find(({ sessionKey }) => sessionKey === key)?.sessionId;
    const parentOf = (key: string) => sessions.find(({ sessionKey }) => sessionKey === key)?.parentSessionId;
    expect([SUB_AGENT, NESTED, REVIEW, FORK].map(parentOf)).toEqual([
      idOf(THREAD_KEY),
      idOf(SUB_AGENT),
      idOf(THREAD_KEY),
      null,
    ]);
    expect(sessions.find(({ sessionKey }) => sessionKey === FORK)?.title).toBe('Potatoes');
  });

  it('shows and finds copied history in the session that it came from alone', async () => {
    const world = openWorld();
    await world.import();
    const hits = await world.search('branch:any tomatoes');
    expect(hits.map(({ sessionKey }) => sessionKey)).toEqual([THREAD_KEY]);
    expect((await world.history(SUB_AGENT)).messages.map(({ text }) => text)).toEqual([
      'Check the frost dates for carrots.',
      'Frost ends in mid May.',
    ]);
  });

  it('finds what was said, and nothing of thoughts, tools, wrappers and summaries', async () => {
    const world = openWorld();
    await world.import();
    for (const query of ['peas', 'carrots', 'potatoes', 'centimetres'])
      expect(await world.search(query), query).not.toEqual([]);
    for (const query of [
      '"looking at the beds"',
      '"begin patch"',
      'metric',
      'weather',
      'beds.txt',
      'opaque',
      '"are in bed four"',
    ])
      expect(
        (await world.search(`branch:any ${query}`)).map(({ snippet }) => snippet),
        query,
      ).toEqual(query === 'beds.txt' ? ['Review the changes to beds.txt.'] : []);
  });

  it('draws a compaction, and keeps turns that were taken back on a branch', async () => {
    const world = openWorld();
    await world.import();
    const { messages } = await world.history(THREAD_KEY);
    expect(messages.filter(({ kind }) => kind === 'compaction').map(({ text }) => text)).toEqual([
      'Tomatoes are in bed four, peas along the fence.',
    ]);
    expect(messages.map(({ text }) => text)).not.toContain('Beans go into bed five.');
    expect(await world.search('beans')).toMatchObject([{ sessionKey: FLAT }]);
    expect((await world.search('branch:any beans')).map(({ sessionKey }) => sessionKey).sort()).toEqual(
      [THREAD_KEY, THREAD_KEY, FLAT].sort(),
    );
  });

  it('adds nothing the second time', async () => {
    const world = openWorld();
    await world.import();
    const before = await readState(world, ['branch:any bed']);
    expect(await world.import()).toMatchObject({ added: 0, updated: 0 });
    expect(await readState(world, ['branch:any bed'])).toEqual(before);
  });

  it('belongs to who imports it: another person gets sessions of their own, under their own parents', async () => {
    const world = openWorld();
    await world.import();
    const other = await world.addPerson('other@example.com');
    expect(await world.sessions(other)).toEqual([]);
    await world.import([world.folder], { person: other });
    const [ours, theirs] = [await world.sessions(), await world.sessions(other)];
    expect(keysOf(theirs)).toEqual(keysOf(ours));
    expect(theirs.some(({ sessionId }) => ours.some((each) => each.sessionId === sessionId))).toBe(false);
    const parent = theirs.find(({ sessionKey }) => sessionKey === SUB_AGENT)?.parentSessionId;
    expect(parent).toBe(theirs.find(({ sessionKey }) => sessionKey === THREAD_KEY)?.sessionId);
  });

  it('ends in the same state in whatever order its files come', async () => {
    const whole = openWorld();
    await whole.import([
      whole.at('.codex/sessions'),
      whole.at('.codex/archived_sessions'),
      whole.at('.codex/session_index.jsonl'),
    ]);
    const expected = await readState(whole, ['branch:any bed']);
    const world = openWorld();
    // A sub-agent before its parent, an early copy after the whole.
    for (const folder of ['.codex/sessions', '.codex/archived_sessions', '.codex'])
      await world.import([world.at(folder)]);
    expect(await readState(world, ['branch:any bed'])).toEqual(expected);
  });
});

describe('a session that grows', () => {
  const lines = (): string[] => readFileSync(path.join(FIXTURES, MAIN), 'utf8').trimEnd().split('\n');

  it('gains only what is new, at every length, and ends as if it had come at once', async () => {
    const at = (world: ImportWorld, count: number) =>
      world.write('copy.jsonl', `${lines().slice(0, count).join('\n')}\n`);
    const [grown, whole] = [new ImportWorld(), new ImportWorld()];
    let known = 0;
    for (const count of [6, 17, 22, 23, 30, lines().length]) {
      const report = await grown.import([at(grown, count)]);
      expect(fileReport(report, 'copy.jsonl')).toMatchObject({ added: count - known, entries: count });
      known = count;
    }
    await whole.import([at(whole, lines().length)]);
    expect(await readState(grown, ['branch:any bed'])).toEqual(await readState(whole, ['branch:any bed']));
  });

  it('waits for the rest of a line that is cut off', async () => {
    const world = new ImportWorld();
    const text = `${lines().slice(0, 7).join('\n')}\n`;
    const first = await world.import([world.write('copy.jsonl', text.slice(0, -30))]);
    expect(reasons(fileReport(first, 'copy.jsonl'))).toEqual(['last line is cut off; it is read when it is complete']);
    const second = await world.import([world.write('copy.jsonl', text)]);
    expect(fileReport(second, 'copy.jsonl')).toMatchObject({ added: 1, entries: 7, skipped: [] });
  });

  it('leaves a branch when turns are taken back in it later', async () => {
    const world = new ImportWorld();
    const session: Line[] = [meta(), user('sow the kale'), assistant('sown'), user('sow the leek'), assistant('done')];
    await world.import([world.write('copy.jsonl', write(session))]);
    expect(await world.search('leek')).toHaveLength(1);
    const more = [...session, event('thread_rolled_back', { num_turns: 1 }), user('sow the dill')];
    await world.import([world.write('copy.jsonl', write(more))]);
    expect(await world.search('leek')).toEqual([]);
    expect(await world.search('branch:any leek')).toHaveLength(1);
    expect((await world.history(THREAD_KEY)).messages.map(({ text }) => text)).toEqual([
      'sow the kale',
      'sown',
      'sow the dill',
    ]);
  });
});
