import path from 'node:path';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startChild } from '../../server/engine/sqlite/child-process.ts';
import { migrate } from '../../server/engine/sqlite/migrate.ts';
import { JobRunner } from '../../server/operate/job-runner.ts';
import { callEntry } from '../engine/conformance/tools.ts';
import { takeBackTools } from '../engine/earlier-store.ts';
import { search } from '../support/asking.ts';
import { BUNDLES, bundlePrograms } from '../support/pooled-store.ts';
import { DEFINITION, openTestStore } from '../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, writer } from '../support/transcripts.ts';

const SESSIONS = 8;
const TIMEOUT_MS = 60_000;

beforeAll(bundlePrograms, TIMEOUT_MS);

it(
  'the write child fills the index of tools by itself, does jobs between the steps, and goes on after it was killed',
  async () => {
    const store = openTestStore();
    onTestFinished(() => store.close());
    const ann = await addTestPerson(store.engine, 'ann@example.org', 'owner');
    for (let session = 0; session < SESSIONS; session += 1) {
      const entries = Array.from({ length: 600 }, (_, index) =>
        callEntry(`c${index}`, `cormorant ${session} ${index}`),
      );
      await saveTestTranscript(writer(store.engine, ann), { nativeId: `s${session}`, entries });
    }
    takeBackTools(store.file);
    migrate(store.file, DEFINITION);
    vi.stubEnv('SCROLLBACK_DATA', store.dataDir);
    vi.stubEnv('SCROLLBACK_BUNDLES', BUNDLES);
    onTestFinished(() => void vi.unstubAllEnvs());
    const childFile = path.join(BUNDLES, 'children/write-child.js');
    const pending = () => store.engine.countUnreadTools();
    expect(await pending()).toBe(SESSIONS);

    const killed = startChild(childFile);
    await vi.waitFor(async () => expect(await pending()).toBeLessThan(SESSIONS), TIMEOUT_MS);
    killed.kill('SIGKILL');

    const jobs = new JobRunner(childFile);
    onTestFinished(() => jobs.close());
    await jobs.wake();
    expect(await jobs.run(ann.id, { job: 'purge' })).toEqual({ purged: true });
    await vi.waitFor(async () => expect(await pending()).toBe(0), TIMEOUT_MS);
    const reply = await search(reader(store.engine, ann), 'cormorant in:tools', { group: 'session', limit: 100 });
    expect(reply).toMatchObject({ indexing: false, pending: 0 });
    expect(reply.results.map((hit) => hit.matchesInSession)).toEqual(Array.from({ length: SESSIONS }, () => 600));
    expect((await store.engine.check()).filter(({ ok }) => !ok)).toEqual([]);
  },
  TIMEOUT_MS,
);
