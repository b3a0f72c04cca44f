import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseFile } from '../../server/engine/sqlite/store-files.ts';
import { withDatabase } from '../support/test-store.ts';
import { doctorReply, searchReply } from './replies.ts';
import { Cli } from './run-cli.ts';

const FIXTURES = path.resolve('test/fixtures/import');
const KILLED = 3;

describe('in:tools, reindex and doctor --fix', () => {
  let cli: Cli;
  beforeAll(async () => {
    cli = await Cli.open();
    await cli.runHere(['import', FIXTURES, path.resolve('server/ingest/samples'), '--owner', 'you@example.com']);
  }, 60_000);
  afterAll(() => cli?.close());

  /** Every term of the index of tools with the rows and places that it stands in. */
  const dump = (): unknown =>
    withDatabase(databaseFile(cli.dataDir), (client) => {
      client.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'tool_index', 'instance')`);
      return client.prepare('SELECT * FROM temp.words ORDER BY term, doc, col, offset').raw().all();
    });
  const toolCheck = async (): Promise<unknown> =>
    (await cli.jsonHere(doctorReply, 'doctor')).checks.find(({ name }) => name === 'tool index');

  it('finds which session ran a command', async () => {
    const { results, ranked, interpreted } = await cli.json(searchReply, 'search', '"ci logs" in:tools');
    expect(results).toMatchObject([
      { role: 'assistant', snippet: expect.stringContaining('ci logs') as string, inTools: true },
    ]);
    expect(ranked).toBe('none');
    expect(interpreted.notes).toContain('Tool calls and results are not ranked: the newest come first.');
  });

  it('makes the indexes anew, the same as before', async () => {
    const before = dump();
    expect(await cli.run(['reindex'])).toMatchObject({ status: 0 });
    expect(dump()).toEqual(before);
    expect(await toolCheck()).toMatchObject({ ok: true });
  });

  it(`killed at ${KILLED} moments leaves nothing wrong, and is brought to its end by doctor --fix`, async () => {
    const before = dump();
    const startedMs = performance.now();
    await cli.run(['reindex']);
    const undisturbedMs = performance.now() - startedMs;
    for (let round = 0; round < KILLED; round += 1) {
      const child = cli.start(['reindex']);
      const closed = once(child, 'close');
      await sleep(undisturbedMs * (0.4 + (0.6 * round) / KILLED));
      child.kill('SIGKILL');
      await closed;
      expect(await toolCheck()).toMatchObject({ ok: true });
      expect(await cli.runHere(['doctor', '--fix'])).toMatchObject({ status: 0 });
      expect(dump()).toEqual(before);
    }
  }, 60_000);

  it('doctor says what has drifted, and --fix mends it', async () => {
    const before = dump();
    withDatabase(databaseFile(cli.dataDir), (client) => client.exec('DELETE FROM tool_index WHERE rowid % 2 = 0'));
    expect(await cli.runHere(['doctor'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/FAULT {3}tool index: lacks \d+ records .*doctor --fix/) as string,
    });
    expect(await cli.runHere(['doctor', '--fix'])).toMatchObject({ status: 0 });
    expect(dump()).toEqual(before);
  });
});
