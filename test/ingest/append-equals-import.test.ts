import { expect, it } from 'vitest';
import { appendRecords } from '../../server/ingest/append-records.ts';
import fc from '../support/property.ts';
import { NOW_MS, openTestStore, withDatabase } from '../support/test-store.ts';
import { addTestPerson, writer } from '../support/transcripts.ts';
import { ImportWorld } from './import-world.ts';

/** What a writer may do next. `to` picks an earlier entry. */
const step = fc.record({
  act: fc.constantFrom('row', 'row', 'row', 'next', 'next', 'root', 'side', 'leaf', 'leaf-none', 'reset', 'unknown'),
  to: fc.nat(30),
  isPrompt: fc.boolean(),
});
type Step = { readonly act: string; readonly to: number; readonly isPrompt: boolean };

/** A file as OpenClaw could write it: a root, then steps that name what stands before them, but no leaf control. */
function recordsOf(steps: readonly Step[]): readonly string[] {
  const named: string[] = [];
  return [{ act: 'root', to: 0, isPrompt: true }, ...steps].map(({ act, to, isPrompt }, index) => {
    const id = `e${index}`;
    const earlier = named[to % Math.max(1, named.length)] ?? null;
    if (!act.startsWith('leaf')) named.push(id);
    const timestamp = new Date(NOW_MS - 3_600_000 + index * 1000).toISOString();
    const message = {
      role: isPrompt ? 'user' : 'assistant',
      content: [{ type: 'text', text: `willow number${index}` }],
    };
    const row = { type: 'message', id, timestamp, message };
    switch (act) {
      case 'row':
        return JSON.stringify({ ...row, parentId: earlier });
      case 'root':
        return JSON.stringify({ ...row, parentId: null });
      case 'side':
        return JSON.stringify({ ...row, parentId: earlier, appendMode: 'side' });
      case 'leaf':
        return JSON.stringify({ type: 'leaf', id, timestamp, targetId: earlier, parentId: earlier });
      case 'leaf-none':
        return JSON.stringify({ type: 'leaf', id, timestamp, targetId: null, parentId: earlier });
      case 'reset':
        return JSON.stringify({ type: 'reset', id, timestamp, parentId: earlier });
      case 'unknown':
        return JSON.stringify({ type: 'from_tomorrow', id, timestamp, parentId: earlier });
      default:
        return JSON.stringify(row);
    }
  });
}

type Row = Record<string, unknown>;
const stored = (file: string): readonly Row[] =>
  withDatabase(file, (client) =>
    client
      .prepare<[], Row>(
        `SELECT e.native_id, e.position, p.native_id AS parent, e.kind, e.role, e.time_ms, e.term_count, e.is_active, e.walk,
           e.is_searchable, e.is_indexed, e.record_hash, e.text, instr(e.scope_terms, 'off') > 0 AS off
         FROM entry e LEFT JOIN entry p ON p.window_id = e.window_id AND p.position = e.parent_position ORDER BY e.position`,
      )
      .all(),
  );
const sessionRow = (file: string): unknown =>
  withDatabase(file, (client) =>
    client.prepare('SELECT message_count, entry_count, first_time_ms, last_time_ms FROM session').get(),
  );

it('a session that is appended, in whatever pieces, is the same as its file imported', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
      async (steps, pieces) => {
        const records = recordsOf(steps);
        const world = new ImportWorld();
        world.write('agents/main/sessions/one.jsonl', records.map((record) => `${record}\n`).join(''));
        const report = await world.import();
        fc.pre(report.sessions === 1);
        const live = openTestStore();
        try {
          const scope = writer(live.engine, await addTestPerson(live.engine, 'someone@example.com'));
          for (let at = 0, turn = 0; at < records.length; turn += 1) {
            const size = pieces[turn % pieces.length] ?? 1;
            const entries = records.slice(at, at + size).map((record) => ({ record }));
            await appendRecords(scope, { session: { key: 'agent:main:one', nativeId: 'one' }, entries });
            at += size;
          }
          expect(stored(live.file)).toEqual(stored(world.store.file));
          expect(sessionRow(live.file)).toEqual(sessionRow(world.store.file));
          expect((await live.engine.check()).filter((check) => !check.ok)).toEqual([]);
        } finally {
          await live.close();
          await world.store.close();
        }
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);
