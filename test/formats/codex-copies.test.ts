import { describe, expect, it } from 'vitest';
import {
  active,
  assistant,
  event,
  meta,
  only,
  read,
  THREAD,
  texts,
  turn,
  user,
  uuidAt,
} from '../fixtures/codex/build.ts';

describe('copied history', () => {
  const born = '2026-05-01T09:00:00.000Z';
  const own = uuidAt(born, 7);
  const early = '2026-05-01T08:30:00.000Z';
  const late = '2026-05-01T09:00:01.000Z';
  const head = meta({ id: own, forked_from_id: THREAD }, late);

  it('is told by the ids of its turns, whatever the times of its records', () => {
    for (const time of [early, late]) {
      const copy = [meta({}, time), turn(uuidAt(early, 8), time), user('old', time), assistant('older', time)];
      const reading = read([head, ...copy, turn(uuidAt(late, 9), late), user('new', late)]);
      expect(texts(reading)).toEqual(['new']);
    }
  });

  it('is told by the second in which its turns began where ids hold no time', () => {
    const started = (time: string) => event('task_started', { turn_id: 't', started_at: Date.parse(time) / 1000 });
    expect(texts(read([head, started(early), user('old'), assistant('x'), started(late), user('new')]))).toEqual([
      'new',
    ]);
    expect(texts(read([head, started(born), user('new')]))).toEqual(['new']);
  });

  it('is told by the times of its records where nothing names a turn', () => {
    const copy = [meta({}, early), user('old', early), assistant('older', early)];
    expect(texts(read([head, ...copy, user('new', late)]))).toEqual(['new']);
    expect(texts(read([head, meta({}, late), user('old', late), user('new', late)]))).toEqual(['old', 'new']);
  });

  it('may be all that there is yet: then nothing is shown, and what comes later is', () => {
    const copy = [head, meta({}, early), turn(uuidAt(early, 8), early), user('old', early)];
    const before = read(copy);
    expect(texts(before)).toEqual([]);
    expect(active(only(before))).toEqual([0]);
    const after = read([...copy, turn(uuidAt(late, 9), late), user('new', late)]);
    expect(texts(after)).toEqual(['new']);
    const ids = only(before).entries.map(({ nativeId }) => nativeId);
    expect(
      only(after)
        .entries.slice(0, ids.length)
        .map(({ nativeId }) => nativeId),
    ).toEqual(ids);
  });

  it('is not looked for in a thread that came from no other', () => {
    expect(texts(read([meta({ id: own }), turn(uuidAt(early, 8)), user('old'), meta({ id: 'other' })]))).toEqual([
      'old',
    ]);
  });
});
