import { describe, expect, it } from 'vitest';
import { codex } from '../../server/formats/codex/adapter.ts';
import type { CodexOutline } from '../../server/formats/codex/facts.ts';
import { resolve } from '../../server/formats/codex/resolve.ts';
import {
  assistant,
  event,
  item,
  type Line,
  line,
  meta,
  PATH,
  read,
  turn,
  user,
  uuidAt,
  write,
} from '../fixtures/codex/build.ts';
import fc from '../support/property.ts';
import { checkReading, readWith } from './conformance-checks.ts';

const context = { path: PATH, companions: [] };
const hours = [6, 7, 8, 9, 10].map((hour) => `2026-05-01T${String(hour).padStart(2, '0')}:00:00.000Z`);

const time = fc.constantFrom(...hours);
const head = fc
  .record(
    {
      id: fc.oneof(
        time.map((at) => uuidAt(at, 1)),
        fc.constantFrom('plain', 'a:b', '', 7, null),
      ),
      forked_from_id: fc.constantFrom('plain', 'other', '', null),
      parent_thread_id: fc.constantFrom('plain', 'a:b', null, 7),
      thread_source: fc.constantFrom('subagent', 'user'),
      source: fc.constantFrom<unknown>('cli', { subagent: 'review' }, { subagent: { thread_spawn: { depth: 2 } } }, []),
      timestamp: time,
    },
    { requiredKeys: [] },
  )
  .map((payload) => line('session_meta', payload));
const record = fc.oneof(
  { weight: 2, arbitrary: head },
  time.map((at) => turn(uuidAt(at, 2), at)),
  time.map((at) => user('ask', at)),
  time.map((at) => assistant('say', at)),
  fc.constantFrom<Line | string>(
    item('function_call_output'),
    event('task_complete'),
    line('compacted', { message: 'so far' }),
    event('thread_rolled_back', { num_turns: 1 }),
    event('thread_rolled_back', { num_turns: 1e9 }),
    'broken',
    {},
  ),
);

describe('any records in any order', () => {
  it('are read into a sound tree, and a grown copy gives each record its id again', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 16 }), fc.nat(16), (lines, cut) => {
        const whole = readWith(codex, write(lines), context);
        const part = readWith(codex, write(lines.slice(0, cut)), context);
        checkReading(whole);
        checkReading(part);
        const idsOf = ({ transcripts }: typeof whole) => transcripts[0]?.entries.map(({ nativeId }) => nativeId) ?? [];
        expect(idsOf(whole).slice(0, idsOf(part).length)).toEqual(idsOf(part));
      }),
      { numRuns: 600 },
    );
  });
});

describe('large files', { timeout: 20_000 }, () => {
  const SIZE = 42_000;
  const LIMIT_MS = 1500;

  /** Outlines cost little to make from one that was read, so that what is measured is the rules. */
  function outlineOf(of: Line): CodexOutline {
    const [draft] = read([of]).drafts;
    if (!draft) throw new Error('no record');
    return draft.outline as CodexOutline;
  }

  const own = outlineOf(meta({ id: uuidAt('2026-05-01T09:00:00.000Z', 1), forked_from_id: 'x' }));
  const parent = outlineOf(meta());
  const prompt = outlineOf(user('ask'));
  const answer = outlineOf(assistant('say'));
  const earlier = outlineOf(turn(uuidAt('2026-05-01T08:00:00.000Z', 2)));
  const later = outlineOf(turn(uuidAt('2026-05-01T10:00:00.000Z', 2)));
  const back = outlineOf(event('thread_rolled_back', { num_turns: 1 }));
  const allBack = outlineOf(event('thread_rolled_back', { num_turns: 1_000_000 }));

  const shapes: readonly (readonly [name: string, make: (index: number) => CodexOutline])[] = [
    ['prompts and answers', (n) => (n % 2 ? answer : prompt)],
    ['every turn taken back', (n) => (n % 2 ? back : prompt)],
    ['all turns taken back at the end', (n) => (n === SIZE - 1 ? allBack : prompt)],
    ['half of them prompts, then each taken back', (n) => (n < SIZE / 2 ? prompt : back)],
    ['heads alone but for one prompt', (n) => (n === SIZE - 1 ? prompt : n ? parent : own)],
    ['a copy that never ends', (n) => (n ? (n % 2 ? earlier : prompt) : own)],
    ['a long opening before the first own turn', (n) => (n === 0 ? own : n === SIZE - 1 ? later : prompt)],
  ];

  it.each(shapes)('are resolved in linear time: %s', (_, make) => {
    const outlines = Array.from({ length: SIZE }, (__, index) => make(index));
    const start = process.cpuUsage();
    const { transcripts } = resolve(outlines, context);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(LIMIT_MS);
    expect(transcripts[0]?.entries).toHaveLength(SIZE);
  });
});
