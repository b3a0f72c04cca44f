import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { serveTrpc } from '../../server/trpc/http.ts';
import { cookieOf } from '../auth/cookies.ts';
import { bundlePrograms } from '../support/pooled-store.ts';
import { Door, PORT } from './door.ts';

beforeAll(bundlePrograms, 60_000);

/** An open stream: what it told so far, and when and how it ended. */
class Following {
  readonly changes: number[] = [];
  error: string | null = null;
  endedAtMs: number | null = null;
  readonly #gone = new AbortController();

  static async open(door: Door, person: Person, session: string): Promise<Following> {
    const following = new Following();
    const input = encodeURIComponent(JSON.stringify({ session }));
    const response = await serveTrpc(
      door.runtime,
      new Request(`http://localhost:${PORT}/api/trpc/sessions.follow?input=${input}`, {
        headers: {
          host: `localhost:${PORT}`,
          accept: 'text/event-stream',
          cookie: await cookieOf(door.store.engine, person),
        },
        signal: following.#gone.signal,
      }),
    );
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true)
      throw new Error(`${response.status} ${await response.text()}`);
    void following.#read(response);
    return following;
  }

  leave(): void {
    this.#gone.abort();
  }

  async #read(response: Response): Promise<void> {
    let text = '';
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.includes('"changed"')) this.changes.push(performance.now());
        if (block.includes('event: serialized-error')) this.error = block;
      }
    }
    this.endedAtMs = performance.now();
  }
}

describe('sessions.follow', () => {
  let door: Door;
  let ann: Person;
  let bob: Person;
  beforeEach(async () => {
    door = new Door();
    ann = await door.addPerson('ann');
    bob = await door.addPerson('bob');
    await append('a');
  });
  afterEach(() => door.close());

  const append = (id: string) =>
    door.ask(ann, 'ingest.append', { session: { key: 'live' }, entries: [{ id, role: 'user', text: `heron ${id}` }] });
  const grant = () => door.ask<{ id: number }>(ann, 'grants.add', { session: 'agent:main:live', email: bob.email });
  const isOver = (following: Following) => expect.poll(() => following.endedAtMs, { timeout: 5000 }).not.toBeNull();

  it('tells of each entry that is appended, within a quarter of a second', async () => {
    const following = await Following.open(door, ann, 'agent:main:live');
    await expect.poll(() => following.changes.length).toBe(1);
    for (const [index, id] of ['b', 'c', 'd'].entries()) {
      await append(id);
      const writtenMs = performance.now();
      await expect.poll(() => following.changes.length, { interval: 5 }).toBe(index + 2);
      expect((following.changes.at(-1) ?? Number.POSITIVE_INFINITY) - writtenMs).toBeLessThan(250);
    }
    following.leave();
    await isOver(following);
  });

  it('tells of what others write too: an import, a change of branch', async () => {
    const following = await Following.open(door, ann, 'agent:main:live');
    await expect.poll(() => following.changes.length).toBe(1);
    await door.save(ann, {
      sessionKey: 'agent:main:live',
      nativeId: 'agent:main:live',
      entries: [{ id: 'x', text: 'x' }],
    });
    await expect.poll(() => following.changes.length).toBeGreaterThan(1);
    const before = following.changes.length;
    await append('b');
    await door.ask(ann, 'ingest.moveLeaf', { session: 'agent:main:live', messageId: 'a' });
    await expect.poll(() => following.changes.length).toBeGreaterThan(before);
    following.leave();
  });

  it('ends within a second when the grant is revoked, and says what an absent session says', async () => {
    const { id: grantId } = await grant();
    const following = await Following.open(door, bob, 'agent:main:live');
    await expect.poll(() => following.changes.length).toBe(1);
    await append('b');
    await expect.poll(() => following.changes.length).toBe(2);
    await door.ask(ann, 'grants.revoke', { grantId });
    const revokedMs = performance.now();
    await isOver(following);
    expect((following.endedAtMs ?? 0) - revokedMs).toBeLessThan(1000);
    expect(following.error).toContain('Not found: there is no such session here');
    await append('c');
    expect(following.changes).toHaveLength(2);
  });

  it('ends when the person is disabled, and when the session is deleted', async () => {
    await grant();
    const owner = await door.addPerson('owner', 'owner');
    const [first, second] = [
      await Following.open(door, bob, 'agent:main:live'),
      await Following.open(door, ann, 'agent:main:live'),
    ];
    await door.ask(owner, 'users.change', { email: bob.email, isDisabled: true });
    await isOver(first);
    expect(first.error).toContain('Sign in again.');
    expect(second.endedAtMs).toBeNull();
    await door.ask(ann, 'sessions.delete', { session: 'agent:main:live' });
    await isOver(second);
    expect(second.error).toContain('Not found');
  });

  it('takes so many windows of one person, and more when one is closed', async () => {
    const open = () => Following.open(door, ann, 'agent:main:live');
    const streams = [];
    for (let index = 0; index < 8; index += 1) streams.push(await open());
    const refused = await open();
    await isOver(refused);
    expect(refused.error).toContain('More than 8 windows');
    streams[0]?.leave();
    await expect
      .poll(async () => {
        const again = await open();
        await expect.poll(() => again.changes.length + (again.error === null ? 0 : 1)).toBe(1);
        again.leave();
        return again.error;
      })
      .toBeNull();
    for (const stream of streams) stream.leave();
  });
});
