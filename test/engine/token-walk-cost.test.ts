import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SessionId } from '../../server/contract/actor.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { showSession } from '../../server/history/show-session.ts';
import { search } from '../support/asking.ts';
import { openTestStore, type TestStore, withDatabase } from '../support/test-store.ts';
import { ownSessionId, tokenReader } from '../support/tokens.ts';
import { addTestPerson, saveTestTranscript, writer } from '../support/transcripts.ts';

const SPAWNED = 20_000;
/** A walk that reads all sessions of the person at each step took minutes. */
const EACH_MAX_MS = 5000;

let store: TestStore;
beforeEach(() => {
  store = openTestStore();
});
afterEach(() => store.close());

/** So many more sessions like this one, which spawned them. */
function spawn(root: SessionId): void {
  withDatabase(store.file, (client) => {
    client
      .prepare(
        `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
         INSERT INTO session (public_id, owner_id, agent_ref, session_key, format, kind, parent_id, is_complete, created_at_ms)
         SELECT 'star' || n, owner_id, agent_ref, 'agent:main:star' || n, format, kind, id, 1, 1 FROM number, session WHERE id = ?`,
      )
      .run(SPAWNED, root);
  });
}

it('C2: a token of a session that spawned 20,000 lists, finds and names sessions in reasonable time', async () => {
  const ann = await addTestPerson(store.engine, 'ann@example.org');
  await saveTestTranscript(writer(store.engine, ann), { nativeId: 'root', entries: [{ id: 'r', text: 'lantern' }] });
  const sessionId = await ownSessionId(store.engine, ann, 'root');
  spawn(sessionId);
  for (const includesGranted of [false, true]) {
    const scope = tokenReader(store.engine, ann, { sessionId, includesGranted });
    const took = async (act: () => Promise<unknown>): Promise<number> => {
      const startedMs = performance.now();
      await act();
      return performance.now() - startedMs;
    };
    const times = [
      await took(async () => expect((await listSessions(scope, { limit: 50 })).sessions).toHaveLength(50)),
      await took(async () => expect((await search(scope, 'lantern')).results).toHaveLength(1)),
      await took(async () => expect((await showSession(scope, 'star20000')).parentSessionId).not.toBeNull()),
    ];
    expect(Math.max(...times)).toBeLessThan(EACH_MAX_MS);
  }
}, 60_000);
