import { expect, it } from 'vitest';
import { APPEND_ENTRIES_MAX, BRANCH_MOVE_MAX } from '../../server/contract/append.ts';
import { appendRecords } from '../../server/ingest/append-records.ts';
import { moveLeaf } from '../../server/ingest/move-leaf.ts';
import { openTestStore } from '../support/test-store.ts';
import { addTestPerson, writer } from '../support/transcripts.ts';

/** A join that read the list of moves once for each entry took 13 seconds for this many, and minutes for more. */
const MOVED = 6000;
const MOVED_WITHIN_MS = 5000;

it('a leaf moves past thousands of entries and back within moments, and past too many not at all', async () => {
  const store = openTestStore({ now: Date.now });
  try {
    const scope = writer(store.engine, await addTestPerson(store.engine, 'ann@example.org'));
    const total = BRANCH_MOVE_MAX + APPEND_ENTRIES_MAX;
    for (let from = 0; from < total; from += APPEND_ENTRIES_MAX) {
      const entries = Array.from({ length: APPEND_ENTRIES_MAX }, (_, index) => ({
        id: `e${from + index}`,
        role: 'user' as const,
        text: `heron ${from + index}`,
      }));
      await appendRecords(scope, { session: { key: 'long' }, entries });
    }
    const move = (to: number) => moveLeaf(scope, { session: 'agent:main:long', messageId: `e${to}` });
    for (const to of [total - MOVED, total - 1]) {
      const startedMs = performance.now();
      await move(to);
      expect(performance.now() - startedMs).toBeLessThan(MOVED_WITHIN_MS);
    }
    await expect(move(total - 2 - BRANCH_MOVE_MAX)).rejects.toMatchObject({ kind: 'too-large' });
    const behind = { id: 'x', parentId: 'e0', role: 'user' as const, text: 'heron x' };
    const refused = appendRecords(scope, { session: { key: 'long' }, entries: [behind] });
    await expect(refused).rejects.toMatchObject({ kind: 'too-large' });
    const [session] = await store.engine.findSessions(scope.reach, 'agent:main:long');
    expect(session).toMatchObject({ messages: total, entries: total });
    expect((await store.engine.check()).filter((check) => !check.ok)).toEqual([]);
  } finally {
    await store.close();
  }
});
