import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { receiveUpload, safeName, type Upload } from '../../server/ingest/receive-upload.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestPerson, writer } from '../support/transcripts.ts';
import { SYMLINK, type ZipEntry, zipOf } from './upload-zip.ts';

describe('taking an upload in', () => {
  let store: TestStore;
  let person: Person;
  let waitingDir: string;
  beforeEach(async () => {
    store = openTestStore();
    person = await addTestPerson(store.engine, 'ann@example.org');
    waitingDir = path.join(store.dataDir, 'uploads');
  });
  afterEach(() => store.close());

  const receive = (name: string, content: string | Uint8Array, more: Partial<Upload> = {}) =>
    receiveUpload(writer(store.engine, person), { name, body: inPieces(content), waitingDir, ...more });
  const unpack = (entries: readonly ZipEntry[], more: Partial<Upload> = {}) =>
    receive('many.zip', zipOf(...entries), more);
  const waiting = (): readonly string[] => (existsSync(waitingDir) ? readdirSync(waitingDir) : []);
  /** All files that are there, from the waiting folder on, in which each upload has a folder of its own. */
  const files = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !statSync(path.join(folder, name)).isDirectory())
      .toSorted();

  it('keeps the bytes in a folder of its own that only the server’s user reads', async () => {
    const { folder, bytes } = await receive('a b.jsonl', 'one\ntwo\n');
    expect([bytes, files(folder)]).toEqual([8, ['a b.jsonl']]);
    expect(readFileSync(path.join(folder, 'a b.jsonl'), 'utf8')).toBe('one\ntwo\n');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, 'a b.jsonl')).mode & 0o777).toBe(0o600);
    const again = await receive('a b.jsonl', 'one\n');
    expect(again.folder).not.toBe(folder);
  });

  it('F8: never uses a name as a path', async () => {
    const names: readonly (readonly [string, string])[] = [
      ['../../etc/passwd', 'passwd'],
      ['/etc/passwd', 'passwd'],
      ['C:\\Windows\\x.jsonl', 'x.jsonl'],
      ['..', 'upload'],
      ['.', 'upload'],
      ['', 'upload'],
      ['a/..', 'upload'],
      ['.hidden.jsonl', 'hidden.jsonl'],
      ['a\0b\n.jsonl', 'a_b_.jsonl'],
      ['\u202Elnosj.a', '_lnosj.a'],
      ['con:<>|?*.jsonl', 'con______.jsonl'],
    ];
    for (const [name, kept] of names) {
      expect({ name, kept: safeName(name) }).toEqual({ name, kept });
      const { folder } = await receive(name, 'x');
      expect(files(folder)).toEqual([kept]);
      expect(path.dirname(path.dirname(folder))).toBe(waitingDir);
    }
  });

  it('takes a name that is long in any script, and keeps its end, which tells the format', async () => {
    for (const name of [
      `${'x'.repeat(5000)}.jsonl`,
      `${'索'.repeat(150)}.jsonl`,
      `${'😀'.repeat(100)}.jsonl`,
      `${'.'.repeat(300)}.jsonl`,
    ]) {
      const { folder } = await receive(name, 'x');
      const [kept = ''] = files(folder);
      expect(kept).toMatch(/^[^.\uFFFD].*\.jsonl$|^jsonl$/);
    }
  });

  it('unpacks a ZIP with its folders, and leaves the archive behind', async () => {
    const { folder } = await unpack([
      { name: 'projects/', content: '' },
      { name: 'projects/x/a.jsonl', content: 'one' },
      { name: 'projects/ünïcode.jsonl', content: 'two' },
    ]);
    expect(files(folder)).toEqual(['projects/x/a.jsonl', 'projects/ünïcode.jsonl']);
    expect(files(waitingDir).filter((name) => name.endsWith('.zip'))).toEqual([]);
    expect(readFileSync(path.join(folder, 'projects/x/a.jsonl'), 'utf8')).toBe('one');
  });

  it('F8: refuses a ZIP whose names lead outside, and leaves nothing anywhere', async () => {
    for (const name of [
      '../x',
      'a/../../x',
      '/etc/x',
      'C:\\x',
      'C:/x',
      'a\\..\\..\\x',
      '..',
      `${'d/'.repeat(300)}x`,
      'a\0b',
    ]) {
      const entries = [
        { name: 'good.jsonl', content: 'x' },
        { name, content: 'evil' },
      ];
      await expect(unpack(entries), name).rejects.toMatchObject({ kind: 'bad-input' });
      expect(waiting()).toEqual([]);
    }
    expect(readdirSync(store.dataDir).filter((name) => name === 'x')).toEqual([]);
  });

  it('F8: follows no link of a ZIP, neither as a file nor as a folder on the way to one', async () => {
    const { folder } = await unpack([
      { name: 'link', content: '/etc/passwd', mode: SYMLINK },
      { name: 'out', content: '../../..', mode: SYMLINK },
      { name: 'out/x.jsonl', content: 'stays inside' },
      { name: 'a.jsonl', content: 'x' },
    ]);
    expect(files(folder)).toEqual(['a.jsonl', 'out/x.jsonl']);
  });

  it('F8: refuses a name that comes twice, what is damaged, encrypted, or no ZIP', async () => {
    const good = zipOf({ name: 'a', content: 'x'.repeat(1000) });
    const broken = good.slice();
    broken[40] = (broken[40] ?? 0) ^ 0xff;
    const attempts = [
      zipOf({ name: 'a', content: '1' }, { name: 'a', content: '2' }),
      zipOf({ name: 'a', content: '1' }, { name: 'a/b', content: '2' }),
      zipOf({ name: 'a', content: 'secret', isEncrypted: true }),
      zipOf({ name: 'a', content: 'x'.repeat(100), statedSize: 7 }),
      good.slice(0, -30),
      broken,
      Buffer.from('not an archive'),
      new Uint8Array(),
    ];
    for (const content of attempts) {
      await expect(receive('x.zip', content)).rejects.toMatchObject({ kind: 'bad-input' });
      expect(waiting()).toEqual([]);
    }
  });

  it('F8: stops at a bomb, by ratio, by bytes in all, or by count, and leaves nothing', async () => {
    const zipBounds = { maxBytes: 3_000_000, maxFiles: 5, maxRatio: 100 };
    const file = (index: number, size: number): ZipEntry => ({ name: `f${index}`, content: Buffer.alloc(size, index) });
    const bombs: readonly (readonly [readonly ZipEntry[], string])[] = [
      [[file(1, 2_000_000)], 'a file that grows without bounds'],
      [[1, 2, 3, 4].map((index) => file(index, 900_000)), 'more than 3000000 bytes'],
      [[1, 2, 3, 4, 5, 6].map((index) => file(index, 1)), 'more than 5 files'],
    ];
    for (const [entries, why] of bombs) {
      await expect(unpack(entries, { zipBounds })).rejects.toMatchObject({
        kind: 'too-large',
        message: `This ZIP holds ${why}. Nothing was imported; upload its files in parts.`,
      });
      expect(waiting()).toEqual([]);
    }
    const honest = [1, 2, 3].map((index) => file(index, 900_000));
    expect(files((await unpack(honest, { zipBounds })).folder)).toEqual(['f1', 'f2', 'f3']);
  });

  it('F8: leaves an archive in an archive packed', async () => {
    const inner = zipOf({ name: 'deep.jsonl', content: 'x' });
    expect(files((await unpack([{ name: 'inner.zip', content: inner }])).folder)).toEqual(['inner.zip']);
  });

  it('F17: stops reading at the bound of an upload, and leaves nothing', async () => {
    let read = 0;
    async function* endless() {
      for (; read < 100_000_000; read += 1000) yield new Uint8Array(1000);
    }
    await expect(receive('a.jsonl', '', { body: endless(), maxBytes: 50_000 })).rejects.toMatchObject({
      kind: 'too-large',
    });
    expect(read).toBeLessThan(1_000_000);
    expect(waiting()).toEqual([]);
  });

  it('F17: takes no more than is left of the person’s space, packed or unpacked', async () => {
    const overQuota = {
      kind: 'too-large',
      message: expect.stringContaining('Your space for transcripts is used up') as string,
    };
    const source = await store.engine.openSource(person.id, '/test/earlier.jsonl');
    await store.engine.closeSource({ id: source.id, sha256: 'ab', contextHash: 'cd', byteSize: 900, sessionIds: [] });
    const quotaBytes = 1000;
    expect((await receive('a.jsonl', 'x'.repeat(100), { quotaBytes })).bytes).toBe(100);
    const before = waiting();
    await expect(receive('a.jsonl', 'x'.repeat(101), { quotaBytes })).rejects.toMatchObject(overQuota);
    await expect(receive('a.jsonl', 'x', { quotaBytes: 900 })).rejects.toMatchObject(overQuota);
    // A small archive of much text is as much as its text.
    const packed = zipOf({ name: 'a.jsonl', content: 'x'.repeat(5000) });
    const left = { quotaBytes: 900 + packed.byteLength + 1000 };
    await expect(receive('a.zip', packed, left)).rejects.toMatchObject(overQuota);
    expect(waiting()).toEqual(before);
    // Another person's space is their own.
    const other = await addTestPerson(store.engine, 'bob@example.org');
    const scope = writer(store.engine, other);
    const upload = { name: 'a.jsonl', body: inPieces('x'.repeat(1000)), waitingDir, quotaBytes };
    expect((await receiveUpload(scope, upload)).bytes).toBe(1000);
  });

  it('leaves nothing when the sender goes away in the middle', async () => {
    async function* cutOff() {
      yield Buffer.from('one');
      throw new Error('the sender is gone');
    }
    await expect(receive('a.jsonl', '', { body: cutOff() })).rejects.toThrow('the sender is gone');
    expect(waiting()).toEqual([]);
  });
});

async function* inPieces(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
