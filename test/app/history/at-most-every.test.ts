import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMostEvery } from '../../../app/(signed-in)/sessions/[id]/at-most-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('acts at once, then once for all that was asked meanwhile, and rests', () => {
  const act = vi.fn();
  const { ask } = atMostEvery(5000, act);
  ask();
  expect(act).toHaveBeenCalledTimes(1);
  ask();
  ask();
  vi.advanceTimersByTime(4999);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(2);
  ask();
  vi.advanceTimersByTime(60_000);
  expect(act).toHaveBeenCalledTimes(3);
  ask();
  expect(act).toHaveBeenCalledTimes(4);
});

test('does nothing more once it is stopped', () => {
  const act = vi.fn();
  const { ask, stop } = atMostEvery(5000, act);
  ask();
  ask();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(act).toHaveBeenCalledTimes(1);
});
