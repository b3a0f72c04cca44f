import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '../../server/children/answer.ts';
import type { Person } from '../../server/contract/actor.ts';
import { APPEND_BYTES_MAX, APPEND_ENTRIES_MAX, type AppendReply } from '../../server/contract/append.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import { AppError } from '../../server/errors.ts';
import { appendRecords } from '../../server/ingest/append-records.ts';
import { log } from '../../server/log.ts';
import { LiveLane } from '../../server/operate/live-lane.ts';
import { bundlePrograms } from '../support/pooled-store.ts';
import { writer } from '../support/transcripts.ts';
import { Door } from './door.ts';

beforeAll(bundlePrograms, 60_000);

const say = (id: string, rest: object = {}) => ({ id, role: 'user', text: `heron ${id}`, ...rest });

describe('ingest.append', () => {
  let door: Door;
  let live: LiveLane;
  let ann: Person;
  let bob: Person;
  let count = 0;
  beforeAll(() => {
    door = new Door();
    live = door.runtime.live;
  });
  afterAll(() => door.close());
  // One server for all, with people of its own for each: they see nothing of one another.
  beforeEach(async () => {
    count += 1;
    ann = await door.addPerson(`ann-${count}`);
    bob = await door.addPerson(`bob-${count}`);
  });
  afterEach(() => {
    Object.assign(door.runtime, { live });
  });

  const append = (entries: readonly unknown[], session: object = {}) =>
    door.call(ann, 'ingest.append', { session: { key: 'live', ...session }, entries });
  const found = async (query = 'heron'): Promise<number> =>
    (await door.ask<SearchReply>(ann, 'sessions.search', { query, group: 'message', limit: 50 })).results.length;

  it('stores, answers what became of each entry, and is found by the next search', async () => {
    const reply = await door.ask<AppendReply>(ann, 'ingest.append', {
      session: { key: 'live', title: 'Birds' },
      entries: [
        say('a'),
        { record: JSON.stringify({ type: 'message', id: 'b', message: { role: 'user', content: 'heron b' } }) },
      ],
    });
    expect(reply).toMatchObject({ sessionKey: 'agent:main:live', added: 2, leaf: 'b' });
    expect(await found()).toBe(2);
    await door.ask(ann, 'ingest.moveLeaf', { session: 'agent:main:live', messageId: 'a' });
    expect(await found()).toBe(1);
    await door.ask(ann, 'ingest.close', { session: 'agent:main:live' });
    expect((await append([say('c')])).status).toBe(409);
  });

  it('is for who is signed in, and for their own sessions', async () => {
    await append([say('a')]);
    expect((await door.call(null, 'ingest.append', { session: { key: 'live' }, entries: [say('a')] })).status).toBe(
      401,
    );
    for (const [procedure, input] of [
      ['ingest.moveLeaf', { session: 'agent:main:live', messageId: 'a' }],
      ['ingest.close', { session: 'agent:main:live' }],
    ] as const)
      expect((await door.call(bob, procedure, input)).status).toBe(404);
    // The same key is another session of somebody else.
    const other = await door.ask<AppendReply>(bob, 'ingest.append', { session: { key: 'live' }, entries: [say('a')] });
    expect(other.added).toBe(1);
    const owner = await door.addPerson('owner', 'owner');
    expect((await door.call(owner, 'ingest.close', { session: other.sessionId })).status).toBe(403);
  });

  it('says 413 with the numbers, 409 for other bytes, 410 for what was deleted', async () => {
    const many = Array.from({ length: APPEND_ENTRIES_MAX + 1 }, (_, index) => say(`e${index}`));
    expect(await door.refusal(ann, 'ingest.append', { session: { key: 'live' }, entries: many })).toEqual([
      413,
      expect.stringMatching(/at most 1000 entries and 4194304 bytes; this one has 1001 and \d+\./) as string,
    ]);
    expect((await append([say('a', { text: 'x'.repeat(APPEND_BYTES_MAX + 1) })])).status).toBe(413);
    expect((await append([say('a', { text: 'x'.repeat(3 * APPEND_BYTES_MAX) })])).status).toBe(413);
    expect((await append([say('a')])).status).toBe(200);
    expect((await append([say('a', { text: 'another' })])).status).toBe(409);
    const [session] = await door.store.engine.findSessions({ type: 'owned', personId: ann.id }, 'agent:main:live');
    await door.ask(ann, 'sessions.delete', { session: session?.sessionId });
    const gone = await append([say('b')]);
    expect(gone.status).toBe(410);
    expect(JSON.parse(gone.text)).toMatchObject({ error: { data: { code: 'GONE', httpStatus: 410 } } });
  });

  it('takes the largest call that it says it takes, and large bodies from nobody else', async () => {
    const whole = APPEND_BYTES_MAX - 200;
    expect((await append([say('a', { text: 'heron '.repeat(Math.floor(whole / 6)) })])).status).toBe(200);
    const body = { session: { key: 'live' }, entries: [say('b', { text: 'x'.repeat(300_000) })] };
    expect((await door.call(null, 'ingest.append', body)).status).toBe(413);
    expect((await door.call(ann, 'sessions.search', { query: 'x'.repeat(300_000) })).status).toBe(413);
  });

  it('says 429 and when to come back while too much of one person waits, and lets others through', async () => {
    const { jobs } = door.runtime;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ask: typeof jobs.ask = async (work) => {
      if (work.actor.person.id === ann.id) await held;
      return jobs.ask(work);
    };
    Object.assign(door.runtime, { live: new LiveLane({ ask }) });
    const waiting = Array.from({ length: 16 }, (_, index) => append([say(`e${index}`)], { key: `live-${index}` }));
    await expect.poll(async () => (await append([say('z')])).status).toBe(429);
    const refused = await append([say('z')]);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    const other = await door.call(bob, 'ingest.append', { session: { key: 'live' }, entries: [say('a')] });
    expect(other.status).toBe(200);
    release();
    expect((await Promise.all(waiting)).filter(({ status }) => status === 200)).not.toHaveLength(0);
    expect((await append([say('z')])).status).toBe(200);
  });

  it('says 503 when the disk is full', async () => {
    const told = vi.spyOn(log, 'failure').mockImplementation(() => undefined);
    const full = failure(1, Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }));
    expect(told).toHaveBeenCalledOnce();
    told.mockRestore();
    if (full.type !== 'failure') throw new Error('It is told as something else.');
    const refused = new AppError(full.kind, full.message);
    expect(refused.message).toContain('disk of the server is full');
    Object.assign(door.runtime, {
      live: new LiveLane({ ask: () => Promise.reject(refused) }),
    });
    expect((await append([say('a')])).status).toBe(503);
    Object.assign(door.runtime, { live });
    expect((await append([say('a')])).status).toBe(200);
  });

  it('stores nothing when the space of the person is used up', async () => {
    await append([say('a')]);
    const scope = writer(door.store.engine, ann);
    const refused = appendRecords(
      scope,
      { session: { key: 'live' }, entries: [{ id: 'b', role: 'user', text: 'b' }] },
      1,
    );
    await expect(refused).rejects.toMatchObject({ kind: 'limited' });
    expect(await found()).toBe(1);
  });

  it('refuses hostile records with a sentence, and stores nothing of their call', async () => {
    const record = (fields: object) => ({ record: JSON.stringify({ type: 'message', ...fields }) });
    const message = { role: 'user', content: 'heron' };
    const hostile: readonly (readonly [unknown, number])[] = [
      [record({ id: 'x'.repeat(1_000_000), message }), 400],
      [record({ id: '\uE000off', message }), 400],
      [record({ id: 'a\u0000b', message }), 400],
      [record({ id: '\ud800', message }), 400],
      [record({ id: 7, message }), 400],
      [record({ id: 'x-1abc-0', message }), 400],
      [record({ message }), 400],
      [record({ id: 'self', parentId: 'self', message }), 400],
      [record({ id: 'b', parentId: 'y'.repeat(1_000_000), message }), 400],
      [record({ id: 'b', parentId: 12, message }), 400],
      [record({ type: 'session', id: 'b' }), 400],
      [record({ type: 'leaf', id: 'b', targetId: 'nobody' }), 400],
      [record({ type: 'leaf', id: 'b', targetId: {} }), 400],
      [{ record: '[]' }, 400],
      [{ record: '{"id":"b"' }, 400],
      [{ record: '{"type":"message",\n"id":"b"}' }, 400],
      [{ id: 'b', role: 'root', text: 'x' }, 400],
      [{ id: 'b', role: 'user', text: 'x', owner: 'bob' }, 400],
    ];
    for (const [entry, status] of hostile) {
      const answer = await append([say('good'), entry]);
      expect(answer.status, JSON.stringify(entry).slice(0, 80)).toBe(status);
      expect(answer.text.length).toBeLessThan(2000);
    }
    for (const key of ['agent::x', 'agent:a b:x', 'a\u0000b', '\uE000', 'agent:main:'])
      expect((await append([say('a')], { key })).status, key).toBe(400);
    expect((await append([say('a')], { key: 'agent:main:x', agentId: 'other' })).status).toBe(400);
    expect((await append([say('a')], { nativeId: 'a\u0000b' })).status).toBe(400);
    expect(await found()).toBe(0);
    expect(await door.store.engine.storedBytes(ann.id)).toBe(0);
  });

  it('keeps odd records that harm nobody', async () => {
    const deep = `{"type":"message","id":"deep","message":{"role":"user","content":"heron"},"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const odd = [
      { record: deep },
      {
        record: '{"type":"message","id":"nul","message":{"role":"user","content":"heron \\u0000 \\ud800 \\ue000off"}}',
      },
      { record: '{"type":"message","id":"proto","__proto__":{"id":"x"},"message":{"role":"user","content":"heron"}}' },
      { id: 'time', role: 'user', text: 'heron', timestampMs: Number.MAX_SAFE_INTEGER },
    ];
    expect((await append(odd)).status).toBe(200);
    expect(await found()).toBe(4);
    expect((await door.store.engine.check()).filter((check) => !check.ok)).toEqual([]);
  });

  it('does not take longer the longer the session is', async () => {
    const fill = (from: number) => Array.from({ length: 1000 }, (_, index) => say(`f${from + index}`));
    const time = async (id: string): Promise<number> => {
      const startedMs = performance.now();
      expect((await append([say(id)])).status).toBe(200);
      return performance.now() - startedMs;
    };
    const best = async (name: string): Promise<number> => {
      const times: number[] = [];
      for (let index = 0; index < 15; index += 1) times.push(await time(`${name}${index}`));
      return Math.min(...times);
    };
    await append(fill(0));
    const short = await best('s');
    for (let from = 1000; from < 12_000; from += 1000) await append(fill(from));
    const long = await best('l');
    expect(long).toBeLessThan(3 * short + 10);
  });
});
