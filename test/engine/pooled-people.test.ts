import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PersonId, Reach } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { openPooledEngine, POOLED_METHODS } from '../../server/engine/sqlite/pooled.ts';
import { writePoolChild } from './pool-house.ts';

/** Answers whatever it is asked with who it is, after much work. */
const CHILD = `
process.on('message', ({ id }) => process.send({ type: 'value', id, value: process.pid, cpuMs: 4000 }));
process.send({ type: 'ready' });
`;

let engine: Engine;
const child = writePoolChild(CHILD);
beforeAll(() => {
  const local = { close: async () => undefined } as unknown as Engine;
  engine = openPooledEngine(local, { childFile: child.file, size: 1, deadlineMs: 10_000, now: () => 0 });
});
afterAll(async () => {
  await engine.close();
  child.remove();
});

function ask(method: (typeof POOLED_METHODS)[number], reach: Reach): Promise<number> {
  const call = engine[method] as unknown as (...args: readonly unknown[]) => Promise<number>;
  return call(reach, {}, { id: `caller of ${method}`, signal: null });
}

it.each(POOLED_METHODS.filter((method) => method !== 'pulse'))('%s counts for whoever asks', async (method) => {
  await engine.pulse();
  const personId = (POOLED_METHODS.indexOf(method) + 1) as PersonId;
  const usual = await ask(method, { type: 'everything', personId });
  expect(await ask('facets', { type: 'own', personId: (100 + personId) as PersonId })).toBe(usual);
  // By whatever reach the same person asks next.
  expect(await ask(method, { type: 'own', personId })).not.toBe(usual);
});
