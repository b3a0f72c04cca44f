import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findNearest, type Step } from '../../../app/(signed-in)/sessions/[id]/nearest-hit.ts';
import type { SearchInput, SearchReply } from '../../../server/contract/search.ts';
import { searchMessages } from '../../../server/search/search-messages.ts';
import { NOW_MS, openTestStore, type TestStore } from '../../support/test-store.ts';
import { addTestPerson, reader, saveTestTranscript, type TestEntry, writer } from '../../support/transcripts.ts';

const START_MS = NOW_MS - 3_600_000;
const at = (index: number): number => START_MS + index * 1000;

/** 0 to 249 on the active branch; then 150 on a branch that leaves after 9, and 3 on another one. */
const main: readonly TestEntry[] = Array.from({ length: 250 }, (_, index) => ({
  id: `m${index}`,
  text: index === 5 ? 'no hit' : 'a buoy',
  timeMs: at(index),
}));
const long: readonly TestEntry[] = Array.from({ length: 150 }, (_, index) => ({
  id: `x${index}`,
  parent: index === 0 ? 'm9' : `x${index - 1}`,
  text: 'another buoy',
  timeMs: at(300 + index),
}));
const short: readonly TestEntry[] = ['y0', 'y1', 'y2'].map((id, index) => ({
  id,
  parent: index === 0 ? 'm9' : `y${index - 1}`,
  text: 'the last buoy',
  timeMs: at(500 + index),
}));

describe('the next hit of a session', () => {
  let store: TestStore;
  let ask: (input: SearchInput) => Promise<SearchReply>;
  let sessionId = '';
  let asked = 0;
  const step = async (by: Step['by'], id: string, { words = 'buoy', branch = null as string | null } = {}) => {
    const from = [...main, ...long, ...short].find((entry) => entry.id === id);
    const place = { messageId: id, timestamp: from?.timeMs ?? 0 };
    return (await findNearest(ask, { sessionId, branch }, { words, from: place, by }))?.messageId ?? null;
  };

  beforeAll(async () => {
    store = openTestStore();
    const ann = await addTestPerson(store.engine, 'ann@example.org');
    const scope = reader(store.engine, ann);
    ask = (input) => {
      asked += 1;
      return searchMessages(scope, input, { nowMs: NOW_MS, signal: null });
    };
    await saveTestTranscript(writer(store.engine, ann), { leaf: 'm249', entries: [...main, ...long, ...short] });
    await saveTestTranscript(writer(store.engine, ann), {
      nativeId: 'other',
      entries: [{ id: 'o1', text: 'a buoy elsewhere', timeMs: at(3) + 1 }],
    });
    sessionId = (await store.engine.findSessions(scope.reach, 'native-1'))[0]?.sessionId ?? '';
  });
  afterAll(() => store.close());

  it('is the one beside a hit or a message that is none, far behind the first hundred too', async () => {
    expect([await step(1, 'm4'), await step(1, 'm5'), await step(-1, 'm5')]).toEqual(['m6', 'm6', 'm4']);
    expect([await step(1, 'm180'), await step(-1, 'm180')]).toEqual(['m181', 'm179']);
    expect([await step(1, 'm249'), await step(-1, 'm0')]).toEqual([null, null]);
  });

  it('keeps to the dates that the words hold', async () => {
    const words = `buoy after:${new Date(at(100)).toISOString()} before:${new Date(at(200)).toISOString()}`;
    expect([await step(1, 'm150', { words }), await step(-1, 'm150', { words })]).toEqual(['m151', 'm149']);
    expect([await step(1, 'm199', { words }), await step(-1, 'm100', { words })]).toEqual([null, null]);
    expect([await step(1, 'm20', { words }), await step(-1, 'm240', { words })]).toEqual(['m100', 'm199']);
    const day = `buoy on:${new Date(START_MS).toISOString().slice(0, 10)}`;
    expect([await step(1, 'm7', { words: day }), await step(-1, 'm7', { words: day })]).toEqual(['m8', 'm6']);
  });

  it('is found behind more than a page of hits on other branches', async () => {
    asked = 0;
    expect(await step(1, 'x149', { branch: 'y2' })).toBe('y0');
    expect(await step(1, 'm249', { branch: 'y2' })).toBe('y0');
    expect(await step(-1, 'y0', { branch: 'y2' })).toBe('m249');
    expect(asked).toBeGreaterThan(4);
  });

  it('lies in this session, whatever session the words name', async () => {
    expect(await step(1, 'm3', { words: 'buoy session:other' })).toBe('m4');
  });

  it('is not kept from what narrows it by an open quote', async () => {
    expect(await step(1, 'm6', { words: '"a buoy' })).toBe('m7');
  });
});
