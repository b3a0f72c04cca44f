import { once } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCorpus } from '../bench/corpus.ts';
import { Random } from '../bench/random.ts';
import { sessionRecords } from '../bench/session-records.ts';
import { Texts } from '../bench/texts.ts';
import { Cli } from '../cli/run-cli.ts';
import { readStore, type StoredSession } from './read-store.ts';

const ROUNDS = Number(process.env['SCROLLBACK_CRASH_ROUNDS'] ?? 2);
/** With more than 4,000 it takes several transactions, and a kill may leave it unfinished. */
const LONG_SESSION = Number(process.env['SCROLLBACK_CRASH_MESSAGES'] ?? 1050);
const OWNER = 'owner@example.com';
/** The share of an import in which the program starts and nothing is stored yet. */
const START_UP_SHARE = 0.35;

/** Odd rounds kill a first import, even ones an import in which shown sessions grow. */
describe(`an import killed at ${ROUNDS} random moments`, () => {
  const random = new Random(Date.now());
  let cli: Cli;
  let files: string;
  let undisturbedMs: number;
  let expected: ReadonlyMap<string, StoredSession>;
  let grownFrom: ReadonlyMap<string, StoredSession>;

  beforeAll(async () => {
    cli = await Cli.open();
    files = writeCorpus(path.join(cli.folder, 'corpus'), { messages: 250, seed: 11 }).owners[0]?.folder ?? '';
    const long = path.join(files, 'agents/main/sessions/long.jsonl');
    const lines = longSession();
    writeFileSync(long, lines.slice(0, Math.floor(LONG_SESSION / 3)).join(''));
    await cli.run(['import', files, '--owner', OWNER]);
    grownFrom = (await readStore(cli.dataDir)).sessions;
    cpSync(cli.dataDir, `${cli.dataDir}-grows`, { recursive: true });
    writeFileSync(long, lines.join(''));
    rmSync(cli.dataDir, { recursive: true });
    const startedMs = performance.now();
    expect(await cli.run(['import', files, '--owner', OWNER])).toMatchObject({ status: 0 });
    undisturbedMs = performance.now() - startedMs;
    expected = (await readStore(cli.dataDir)).sessions;
    expect(expected.size).toBeGreaterThan(5);
  }, 60_000);

  let unfinished = 0;
  afterAll(() => {
    console.info(`crash rounds: ${ROUNDS}, ${unfinished} of them left something unfinished`);
    cli?.close();
  });

  it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
    'shows whole sessions only, and is completed by the next one (%i)',
    async (round) => {
      rmSync(cli.dataDir, { recursive: true, force: true });
      const grows = round % 2 === 0;
      if (grows) cpSync(`${cli.dataDir}-grows`, cli.dataDir, { recursive: true });
      const killedAtMs = undisturbedMs * (START_UP_SHARE + random.next() * (1 - START_UP_SHARE));
      const child = cli.start(['import', files, '--owner', OWNER]);
      const closed = once(child, 'close');
      child.stdout?.resume();
      await sleep(killedAtMs);
      child.kill('SIGKILL');
      await closed;
      const { sessions, checks } = await readStore(cli.dataDir);
      expect(
        checks.filter((check) => !check.ok),
        `killed after ${killedAtMs} ms`,
      ).toEqual([]);
      if (checks.every((check) => check.name !== 'unfinished imports' || check.detail !== 'none')) unfinished += 1;
      for (const [key, session] of sessions) {
        const whole = [expected.get(key), ...(grows ? [grownFrom.get(key)] : [])].map((each) => JSON.stringify(each));
        expect(whole, `${key} after ${killedAtMs} ms`).toContain(JSON.stringify(session));
      }
      expect(await cli.run(['import', files, '--owner', OWNER])).toMatchObject({ status: 0 });
      const completed = await readStore(cli.dataDir);
      expect(completed.sessions).toEqual(expected);
      expect(completed.checks).toContainEqual({ name: 'unfinished imports', ok: true, detail: 'none' });
    },
    60_000,
  );
});

function longSession(): readonly string[] {
  const random = new Random(12);
  const plan = { sessionId: 'long', messages: LONG_SESSION, startMs: Date.UTC(2026, 1, 1) };
  return [...sessionRecords(plan, random, new Texts(random))].map(({ record }) => `${JSON.stringify(record)}\n`);
}
