import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import type { ImportReport } from '../../server/contract/import.ts';
import type { SearchReply } from '../../server/contract/search.ts';
import { JobRunner } from '../../server/operate/job-runner.ts';
import { openclawFile, type Turn } from '../ingest/openclaw-file.ts';
import { SYMLINK, zipOf } from '../ingest/upload-zip.ts';
import { bundlePrograms } from '../support/pooled-store.ts';
import { type Answer, Door, messageOf } from './door.ts';
import { type StreamEvent, watchJob } from './stream.ts';

const OCTETS = { 'content-type': 'application/octet-stream' };
const talk = (word: string, turns = 2): readonly Turn[] =>
  Array.from({ length: turns }, (_, index) => ({ id: `m${index}`, text: `${word} number ${index}` }));

beforeAll(bundlePrograms, 60_000);

describe('an upload', () => {
  let door: Door;
  let ann: Person;
  let bob: Person;
  beforeAll(async () => {
    door = new Door();
    ann = await door.addPerson('ann');
    bob = await door.addPerson('bob');
  });
  afterAll(() => door.close());
  afterEach(() => vi.restoreAllMocks());

  const upload = (
    person: Person | null,
    name: string,
    body: BodyInit,
    headers: Record<string, string | null> = OCTETS,
  ) => door.send(person, `/api/upload?name=${encodeURIComponent(name)}`, { body, headers });
  const waiting = (): readonly string[] => {
    const folder = path.join(door.store.dataDir, 'uploads');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const imported = async (person: Person, answer: Answer): Promise<ImportReport> => {
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const { jobId } = JSON.parse(answer.text) as { jobId: string };
    return reportOf(await watchJob(door, person, jobId));
  };
  const hits = async (person: Person, query: string) =>
    (await door.ask<SearchReply>(person, 'sessions.search', { query })).results.map((hit) => hit.sessionKey);

  it('is imported for whoever sent it, found at once by them and by nobody else, and leaves nothing behind', async () => {
    const report = await imported(ann, await upload(ann, 'talk.jsonl', openclawFile('a1', talk('avocet'))));
    expect(report).toMatchObject({ added: 1, failed: 0, files: [{ path: 'upload:talk.jsonl', messages: 2 }] });
    expect([await hits(ann, 'avocet'), await hits(bob, 'avocet')]).toEqual([['agent:main:a1'], []]);
    expect(waiting()).toEqual([]);
  });

  it('B1: of the same file by two people makes two sessions, and neither learns of the other’s', async () => {
    const file = openclawFile('same', talk('bittern'));
    const first = await imported(ann, await upload(ann, 'same.jsonl', file));
    const second = await imported(bob, await upload(bob, 'same.jsonl', file));
    expect(second).toEqual(first);
    expect([await hits(ann, 'bittern'), await hits(bob, 'bittern')]).toEqual([
      ['agent:main:same'],
      ['agent:main:same'],
    ]);
    const ids = await Promise.all(
      [ann, bob].map((person) => door.ask<{ sessionId: string }>(person, 'sessions.get', { session: 'same' })),
    );
    expect(new Set(ids.map(({ sessionId }) => sessionId)).size).toBe(2);
    // What bob adds to his copy is not ann's, and she still has what she had (C5).
    await imported(bob, await upload(bob, 'same.jsonl', openclawFile('same', talk('bittern', 3))));
    const messages = await Promise.all(
      [ann, bob].map((person) => door.ask<{ messages: number }>(person, 'sessions.get', { session: 'same' })),
    );
    expect(messages.map((session) => session.messages)).toEqual([2, 3]);
  });

  it('of a ZIP imports what is in it, and follows no link', async () => {
    const zip = zipOf(
      { name: 'sessions/z1.jsonl', content: openclawFile('z1', talk('curlew')) },
      { name: 'sessions/z2.jsonl', content: openclawFile('z2', talk('curlew')) },
      { name: 'sessions/database', content: path.join(door.store.dataDir, 'scrollback.db'), mode: SYMLINK },
      { name: 'notes.txt', content: 'no transcript' },
    );
    const report = await imported(ann, await upload(ann, 'all.ZIP', zip));
    expect(report).toMatchObject({ sessions: 2, added: 2, failed: 0 });
    expect(report.files.map((file) => file.path).toSorted()).toEqual([
      'upload:notes.txt',
      'upload:sessions/z1.jsonl',
      'upload:sessions/z2.jsonl',
    ]);
    expect((await hits(ann, 'curlew')).toSorted()).toEqual(['agent:main:z1', 'agent:main:z2']);
    expect(waiting()).toEqual([]);
  });

  it('F8 F17: is refused without a right, as another type, from elsewhere, without a name, or as a bad archive', async () => {
    const file = openclawFile('no', talk('dunlin'));
    const attempts: readonly (readonly [number, () => Promise<Answer>])[] = [
      [401, () => upload(null, 'a.jsonl', file)],
      [401, () => upload(ann, 'a.jsonl', file, { ...OCTETS, authorization: 'Bearer nobody' })],
      [415, () => upload(ann, 'a.jsonl', file, { 'content-type': 'text/plain' })],
      [415, () => upload(ann, 'a.jsonl', file, { 'content-type': 'multipart/form-data; boundary=x' })],
      [415, () => upload(ann, 'a.jsonl', file, { 'content-type': null })],
      [403, () => upload(ann, 'a.jsonl', file, { ...OCTETS, origin: 'https://evil.example' })],
      [403, () => upload(ann, 'a.jsonl', file, { ...OCTETS, origin: 'null' })],
      [403, () => upload(ann, 'a.jsonl', file, { ...OCTETS, origin: null })],
      [403, () => upload(ann, 'a.jsonl', file, { ...OCTETS, host: 'evil.example' })],
      [400, () => door.send(ann, '/api/upload', { body: file, headers: OCTETS })],
      [400, () => door.send(ann, '/api/upload?name=a.jsonl', { headers: OCTETS })],
      [400, () => upload(ann, 'a.zip', 'no archive')],
      [400, () => upload(ann, 'a.zip', zipOf({ name: '../../evil.jsonl', content: file }))],
      [400, () => upload(ann, 'a.zip', zipOf({ name: '/evil.jsonl', content: file }))],
      [413, () => upload(ann, 'a.zip', zipOf({ name: 'zeros.jsonl', content: Buffer.alloc(8_000_000) }))],
    ];
    for (const [index, [status, attempt]] of attempts.entries()) {
      const answer = await attempt();
      expect([index, answer.status]).toEqual([index, status]);
      expect(messageOf(answer.text)).toMatch(/^[A-Z][^{}]+\.$/);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(waiting()).toEqual([]);
    }
    expect(await hits(ann, 'dunlin')).toEqual([]);
  });

  it('F17: over the person’s space is refused, and nothing of it is kept', async () => {
    const { id } = await door.store.engine.openSource(bob.id, '/test/earlier.jsonl');
    const all = { id, sha256: 'ab', contextHash: 'cd', byteSize: 21_474_836_480, sessionIds: [] };
    await door.store.engine.closeSource(all);
    const answer = await upload(bob, 'a.jsonl', openclawFile('more', talk('egret')));
    expect([answer.status, messageOf(answer.text)]).toEqual([413, expect.stringContaining('is used up')]);
    expect(waiting()).toEqual([]);
  });

  it('F17: is always the sender’s own: no field of the request gives it to another', async () => {
    const file = openclawFile('mine', talk('fulmar'));
    const address = `/api/upload?name=mine.jsonl&owner=bob@example.org&email=bob@example.org&personId=${bob.id}`;
    await imported(ann, await door.send(ann, address, { body: file, headers: OCTETS }));
    expect([await hits(ann, 'fulmar'), await hits(bob, 'fulmar')]).toEqual([['agent:main:mine'], []]);
  });

  it('is not kept when no import of it can start', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const broken = new Door();
    const carol = await broken.addPerson('carol');
    const childFile = path.join(broken.store.dataDir, 'ends-at-once.js');
    writeFileSync(childFile, 'process.exit(1);');
    Object.assign(broken.runtime, { jobs: new JobRunner(childFile) });
    const answer = await broken.send(carol, '/api/upload?name=a.jsonl', { body: 'x', headers: OCTETS });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(readdirSync(path.join(broken.store.dataDir, 'uploads'))).toEqual([]);
    await broken.close();
  });
});

describe('sources.import and its progress', () => {
  let door: Door;
  let root: string;
  let operator: Person;
  let ann: Person;
  beforeEach(async () => {
    const roots: string[] = [];
    door = new Door({ importRoots: roots });
    root = path.join(door.store.dataDir, 'allowed');
    roots.push(root);
    mkdirSync(root);
    operator = await door.addPerson('operator', 'operator');
    ann = await door.addPerson('ann');
  });
  afterEach(() => door.close());

  const start = async (paths: readonly string[] = [root]) =>
    (await door.ask<{ jobId: string }>(operator, 'sources.import', { paths })).jobId;

  it('imports from inside the roots, tells how far it is, and ends with the report', async () => {
    for (const name of ['a', 'b', 'c'])
      writeFileSync(path.join(root, `${name}.jsonl`), openclawFile(name, talk('grebe', 40)));
    const jobId = await start();
    const events = await watchJob(door, operator, jobId);
    const progress = events.filter((event) => event.type === 'progress');
    for (const { progress: at } of progress) expect(at).toMatchObject({ filesTotal: 3 });
    expect(reportOf(events)).toMatchObject({ added: 3, failed: 0 });
    // Who looks again later is told the end once more.
    expect(await watchJob(door, operator, jobId)).toEqual(events.slice(-1));
    const found = await door.ask<SearchReply>(operator, 'sessions.search', { query: 'grebe' });
    expect(found.results).toHaveLength(3);
  });

  it('B8: a job of somebody else is not there: neither its progress nor its end, and cancelling it does nothing', async () => {
    writeFileSync(path.join(root, 'a.jsonl'), openclawFile('a', talk('heron')));
    const jobId = await start();
    const refused = { type: 'error', message: 'Not found: there is no such job.' };
    expect(await watchJob(door, ann, jobId)).toEqual([refused]);
    expect(await watchJob(door, ann, 'no-such-job-at-all')).toEqual([refused]);
    expect(await door.refusal(ann, 'sources.cancel', { jobId })).toEqual([404, refused.message]);
    expect(await door.refusal(ann, 'sources.cancel', { jobId: 'nope' })).toEqual([404, refused.message]);
    expect(await watchJob(door, null, jobId)).toEqual([{ type: 'error', message: 'Sign in first.' }]);
    expect(reportOf(await watchJob(door, operator, jobId))).toMatchObject({ added: 1 });
  });

  it('is cancelled by whoever started it, and says so', async () => {
    for (let index = 0; index < 60; index += 1)
      writeFileSync(path.join(root, `${index}.jsonl`), openclawFile(`s${index}`, talk('ibis', 60)));
    const jobId = await start();
    await door.ask(operator, 'sources.cancel', { jobId });
    const last = (await watchJob(door, operator, jobId)).at(-1);
    expect(last).toMatchObject({ type: 'failed', message: expect.stringMatching(/cancelled/) as string });
    expect((await door.store.engine.check()).filter((check) => !check.ok)).toEqual([]);
    // The next job is not held up by it.
    expect(reportOf(await watchJob(door, operator, await start()))).toMatchObject({ failed: 0, sessions: 60 });
  });

  it('is followed to its end by whoever looks slowly, and ends quietly for whoever is gone', async () => {
    for (let index = 0; index < 30; index += 1)
      writeFileSync(path.join(root, `${index}.jsonl`), openclawFile(`s${index}`, talk('jackdaw', 60)));
    const jobId = await start();
    const watch = (signal: AbortSignal) => door.runtime.jobs.watch(operator.id, jobId, signal);
    const gone = new AbortController();
    const [quick, slow, left] = [
      watch(new AbortController().signal),
      watch(new AbortController().signal),
      watch(gone.signal),
    ];
    await quick.next();
    expect((await slow.next()).value).toMatchObject({ type: 'progress' });
    expect((await left.next()).value).toMatchObject({ type: 'progress' });
    gone.abort();
    const rest = [];
    for await (const event of left) rest.push(event);
    expect(rest.filter((event) => event.type !== 'progress')).toEqual([]);
    for await (const event of quick) expect(event.type).not.toBe('failed');
    // The job is over by now; the slow one has still to be told how it went.
    const told = [];
    for await (const event of slow) told.push(event.type);
    expect(told.at(-1)).toBe('done');
    expect((await watch(gone.signal).next()).done).toBe(true);
  });

  it('leaves no listener behind, however often somebody looks again', async () => {
    const warnings: string[] = [];
    const onWarning = (warning: Error) => warnings.push(warning.name);
    process.on('warning', onWarning);
    writeFileSync(path.join(root, 'a.jsonl'), openclawFile('a', talk('kestrel')));
    const jobId = await start();
    for (let count = 0; count < 150; count += 1) {
      const events = [];
      for await (const event of door.runtime.jobs.watch(operator.id, jobId, new AbortController().signal))
        events.push(event);
      expect(events.at(-1)?.type).toBe('done');
    }
    await new Promise(setImmediate); // warnings come after what is under way
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it('F9: takes nothing from outside the roots, by whatever way, in one sentence for all', async () => {
    const outside = path.join(door.store.dataDir, 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'x.jsonl'), openclawFile('x', talk('kite')));
    symlinkSync(outside, path.join(root, 'link'));
    symlinkSync(path.join(outside, 'x.jsonl'), path.join(root, 'x.jsonl'));
    mkdirSync(`${root}-beside`);
    const sentence = 'One of the paths is not inside a folder that SCROLLBACK_ROOTS names, or is not there.';
    for (const given of [
      outside,
      path.join(root, 'link'),
      path.join(root, 'link', 'x.jsonl'),
      path.join(root, 'x.jsonl'),
      path.join(root, '..', 'outside'),
      `${root}-beside`,
      path.join(root, 'absent'),
      '/etc/passwd',
      'allowed',
      '.',
      'file:///etc/passwd',
      `${root}\0`,
      '/',
    ]) {
      expect([given, ...(await door.refusal(operator, 'sources.import', { paths: [root, given] }))]).toEqual([
        given,
        403,
        sentence,
      ]);
    }
    // A link below a root is not followed either when the root itself is imported.
    expect(reportOf(await watchJob(door, operator, await start()))).toMatchObject({ sessions: 0 });
  });

  it('F17: is refused to members, whatever the path', async () => {
    for (const given of [root, '/etc/passwd', 'nope']) {
      const [status, message] = await door.refusal(ann, 'sources.import', { paths: [given] });
      expect([status, message]).toEqual([
        403,
        'Only owners and operators can import from the server. Upload the files instead.',
      ]);
    }
  });

  it('deletes for good by a job, for who may, and not for who may only see it', async () => {
    await door.save(ann, { nativeId: 'gone', entries: [{ id: 'a', text: 'lapwing' }] });
    expect((await door.call(operator, 'sessions.delete', { session: 'gone' })).status).toBe(404);
    expect(await door.ask(ann, 'sessions.delete', { session: 'gone' })).toMatchObject({
      sessionKey: 'agent:main:gone',
      entries: 1,
    });
    expect((await door.call(ann, 'sessions.get', { session: 'gone' })).status).toBe(404);
    expect((await door.call(ann, 'sessions.delete', { session: 'gone' })).status).toBe(404);
  });
});

function reportOf(events: readonly StreamEvent[]): ImportReport {
  const last = events.at(-1);
  if (last?.type !== 'done') throw new Error(`The job ended with ${JSON.stringify(last)}.`);
  return last.report;
}
