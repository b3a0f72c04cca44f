import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { EMPTY_SHA256, PUSH_BODY_MAX, type PushState } from '../../server/contract/push.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import { log } from '../../server/log.ts';
import { PushInbox } from '../../server/operate/push-inbox.ts';
import { headerLine, turnLine } from '../ingest/openclaw-file.ts';
import { bundlePrograms } from '../support/pooled-store.ts';
import { type Answer, Door, messageOf } from './door.ts';

beforeAll(bundlePrograms, 60_000);

const NAME = 'agents/main/sessions/one.jsonl';
const FILE = headerLine('one') + turnLine({ id: 'a', text: 'plover a' }) + turnLine({ id: 'b', text: 'plover b' }, 'a');
const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

describe('/api/push', () => {
  let door: Door;
  let ann: Person;
  beforeEach(async () => {
    door = new Door();
    ann = await door.addPerson('ann');
  });
  afterEach(() => door.close());

  const push = (body: string | Uint8Array, change: Record<string, string> = {}, person: Person | null = ann) => {
    const query = new URLSearchParams({ place: 'laptop-1', name: NAME, offset: '0', prefix: EMPTY_SHA256, ...change });
    const headers = { 'content-type': 'application/octet-stream' };
    return door.send(person, `/api/push?${query.toString()}`, { body: new Uint8Array(Buffer.from(body)), headers });
  };
  const behind = (text: string) => ({ offset: String(Buffer.byteLength(text)), prefix: sha256(text) });
  const stateOf = ({ text }: Answer): PushState => JSON.parse(text) as PushState;
  const found = async (person = ann): Promise<readonly string[]> =>
    (
      await door.ask<SearchReply>(person, 'sessions.search', { query: 'plover', sort: 'oldest', group: 'message' })
    ).results.map(({ messageId }) => messageId);

  it('takes a file in pieces, cut anywhere, and has it found soon', async () => {
    const cuts = [0, 150, 151, 200, 290, FILE.length];
    for (const [index, at] of cuts.slice(0, -1).entries()) {
      const end = cuts[index + 1] ?? 0;
      const answer = await push(FILE.slice(at, end), at === 0 ? {} : behind(FILE.slice(0, at)));
      expect([answer.status, stateOf(answer).size]).toEqual([200, end]);
    }
    await expect.poll(found, { timeout: 20_000 }).toEqual(['a', 'b']);
    expect(await found(await door.addPerson('bob'))).toEqual([]);
  });

  it('answers what it has, and takes nothing, when a piece does not fit', async () => {
    await push(FILE);
    const has = { size: FILE.length, sha256: sha256(FILE) };
    for (const [body, change] of [
      ['', {}],
      ['more', {}],
      ['more', behind(FILE.slice(0, -1))],
      ['more', behind(`${FILE}more`)],
      ['more', { offset: String(FILE.length), prefix: sha256('something else') }],
      ['more', { offset: '9', prefix: EMPTY_SHA256, replace: '1' }],
    ] as const) {
      const answer = await push(body, change);
      expect([answer.status, stateOf(answer)]).toEqual([409, has]);
    }
    expect((await push('', { name: 'agents/main/sessions/two.jsonl' })).status).toBe(200);
  });

  it('begins a file anew when it is told to', async () => {
    await push(FILE);
    const anew = headerLine('one') + turnLine({ id: 'c', text: 'plover c' });
    const answer = await push(anew, { replace: '1' });
    expect([answer.status, stateOf(answer)]).toEqual([200, { size: anew.length, sha256: sha256(anew) }]);
    await expect.poll(found, { timeout: 20_000 }).toContain('c');
  });

  it('takes two senders of one file one after the other', async () => {
    const answers = await Promise.all([push(FILE), push(FILE), push(FILE)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(stateOf(await push('', {})).size).toBe(FILE.length);
  });

  it('begins many files anew at once, each with its own bytes', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `agents/main/sessions/file-${index}.jsonl`);
    const text = (name: string) => headerLine(name) + turnLine({ id: 'a', text: `plover ${name}` }).repeat(2000);
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(names.map((name) => push(text(name), { name, replace: '1' })));
      expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
      expect(answers.map((answer) => stateOf(answer).sha256)).toEqual(names.map((name) => sha256(text(name))));
    }
    const files = path.join(door.store.dataDir, 'spool', String(ann.id), 'files', 'laptop-1');
    for (const name of names) expect(sha256(readFileSync(path.join(files, name))), name).toBe(sha256(text(name)));
  });

  it('imports what a server that was killed had taken, when it is asked for the file', async () => {
    const lost = new PushInbox(path.join(door.store.dataDir, 'spool'), { run: () => new Promise(() => undefined) });
    const { push: inbox } = door.runtime;
    Object.assign(door.runtime, { push: lost });
    expect((await push(FILE)).status).toBe(200);
    Object.assign(door.runtime, { push: inbox });
    expect(await found()).toEqual([]);
    expect((await push('')).status).toBe(409);
    await expect.poll(found, { timeout: 20_000 }).toEqual(['a', 'b']);
  });

  it('imports again what an import left behind, also when nobody asks for it', async () => {
    const { jobs } = door.runtime;
    const faults: (() => Promise<unknown>)[] = [
      () => Promise.reject(new Error('The process that worked on this ended.')),
      async () => ({ files: [{ path: `push:laptop-1/${NAME}`, status: 'failed' }] }),
    ];
    const run = (...args: Parameters<typeof jobs.run>) => faults.shift()?.() ?? jobs.run(...args);
    const failure = vi.spyOn(log, 'failure').mockImplementation(() => undefined);
    Object.assign(door.runtime, {
      push: new PushInbox(path.join(door.store.dataDir, 'spool'), { run: run as typeof jobs.run }),
    });
    expect((await push(FILE)).status).toBe(200);
    await expect.poll(found, { timeout: 20_000 }).toEqual(['a', 'b']);
    expect(failure).toHaveBeenCalledOnce();
    failure.mockRestore();
  });

  it('says 503 when the disk is full', async () => {
    const full = { receive: () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' })) };
    Object.assign(door.runtime, { push: full });
    const failure = vi.spyOn(log, 'failure').mockImplementation(() => undefined);
    const answer = await push(FILE);
    expect([answer.status, answer.headers.get('retry-after'), messageOf(answer.text)]).toEqual([
      503,
      '2',
      expect.stringContaining('disk of the server is full'),
    ]);
    expect(failure).toHaveBeenCalledOnce();
    failure.mockRestore();
    Object.assign(door.runtime, { push: new PushInbox(path.join(door.store.dataDir, 'spool'), door.runtime.jobs) });
  });

  it('is for who is signed in, takes bytes only, and so many', async () => {
    expect((await push(FILE, {}, null)).status).toBe(401);
    const json = await door.send(ann, '/api/push?place=a&name=b&offset=0', { body: '{}' });
    expect(json.status).toBe(415);
    expect((await push(Buffer.alloc(PUSH_BODY_MAX + 1))).status).toBe(413);
    expect(readdirSync(door.store.dataDir)).not.toContain('spool');
  });

  it('takes no path that leaves its place, and nothing that no format knows', async () => {
    const names = [
      '../x.jsonl',
      'a/../../x.jsonl',
      '/etc/passwd',
      'a//b',
      './a',
      'a\\b',
      'a\u0000b',
      '',
      'x'.repeat(201),
      '\u202ea',
    ];
    for (const name of [...names, Array(40).fill('a').join('/')])
      expect((await push(FILE, { name })).status, name).toBe(400);
    for (const place of ['..', '.', 'a/b', '', 'x'.repeat(101)]) expect((await push(FILE, { place })).status).toBe(400);
    for (const change of [{ offset: '-1' }, { offset: 'x' }, { prefix: 'zz' }, { replace: '2' }, { more: '1' }])
      expect((await push(FILE, change as Record<string, string>)).status).toBe(400);
    const unknown = await push('hello', { name: 'notes.txt' });
    expect([unknown.status, messageOf(unknown.text)]).toEqual([
      400,
      'This file is not taken: no transcript format that is known here.',
    ]);
    expect((await push(FILE)).status).toBe(200);
    expect((await push(FILE, { name: `${NAME}/below.jsonl` })).status).toBe(400);
  });

  it('says 429 when the space of the person is used up, and keeps what is there', async () => {
    Object.assign(door.runtime, {
      push: new PushInbox(path.join(door.store.dataDir, 'spool'), door.runtime.jobs, FILE.length + 10),
    });
    expect((await push(FILE)).status).toBe(200);
    const refused = await push(turnLine({ id: 'c', text: 'plover c' }, 'b'), behind(FILE));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(stateOf(await push('')).size).toBe(FILE.length);
  });
});
