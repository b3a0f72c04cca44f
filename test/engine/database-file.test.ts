import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLocalEngine } from '../../server/engine/sqlite/local.ts';
import { migrate } from '../../server/engine/sqlite/migrate.ts';
import { recordParts, recordToolText } from '../../server/ingest/record-parts.ts';
import { BUNDLES, bundlePrograms } from '../support/pooled-store.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { DEFINITION } from '../support/test-store.ts';

describe('a file that is no database of ours', () => {
  let folder = '';
  let file = '';
  const open = (): unknown =>
    openLocalEngine({
      file,
      definition: DEFINITION,
      isReadOnly: true,
      readParts: recordParts,
      readToolText: recordToolText,
      secret: new Uint8Array(32),
      now: Date.now,
    });

  beforeEach(() => {
    folder = makeTemporaryFolder('file');
    file = path.join(folder, 'scrollback.db');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function expectRefused(message: RegExp): void {
    const before = readFileSync(file);
    const refused = expect.objectContaining({
      kind: 'broken',
      message: expect.stringMatching(message) as string,
    }) as Error;
    expect(() => migrate(file, DEFINITION)).toThrow(refused);
    expect(open).toThrow(refused);
    expect(readFileSync(file).equals(before)).toBe(true);
  }

  it('is refused when it is empty', () => {
    writeFileSync(file, '');
    expectRefused(/is empty \(0 bytes\)/);
    expect(statSync(file).size).toBe(0);
  });

  it('is refused when it is not a database, or one whose head is gone', () => {
    writeFileSync(file, 'This is a note about what to buy. '.repeat(1000));
    expectRefused(/cannot be read as a database/);
    migrateNew();
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([Buffer.alloc(100), bytes.subarray(100)]));
    expectRefused(/cannot be read as a database/);
  });

  it('is refused when somebody else made it', () => {
    const client = new Database(file);
    client.exec('CREATE TABLE note (text); CREATE TRIGGER evil AFTER INSERT ON note BEGIN DELETE FROM note; END');
    client.close();
    expectRefused(/not a Scrollback database/);
  });

  it('is refused by everything but a migration when it is not there', () => {
    expect(open).toThrow(
      expect.objectContaining({ kind: 'broken', message: expect.stringMatching(/npm run up/) as string }) as Error,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('is made in one step, so that no half-made one is ever there', () => {
    writeFileSync(`${file}.new`, 'what a killed process left');
    migrateNew();
    expect(open).not.toThrow();
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([]);
  });

  function migrateNew(): void {
    rmSync(file, { force: true });
    migrate(file, DEFINITION);
  }

  it('becomes one sound database when several processes make it at once', async () => {
    await bundlePrograms();
    const env = { ...process.env, SCROLLBACK_DATA: folder, SCROLLBACK_BUNDLES: BUNDLES };
    const main = path.join(BUNDLES, 'cli/main.js');
    const statuses = await Promise.all(
      [1, 2, 3].map(
        () =>
          new Promise((resolve) => {
            spawn(process.execPath, [main, 'migrate'], { env, stdio: ['ignore', 'ignore', 'inherit'] }).once(
              'close',
              resolve,
            );
          }),
      ),
    );
    expect(statuses).toEqual([0, 0, 0]);
    const engine = openLocalEngine({
      file,
      definition: DEFINITION,
      isReadOnly: false,
      readParts: recordParts,
      readToolText: recordToolText,
      secret: new Uint8Array(32),
      now: Date.now,
    });
    expect((await engine.check()).filter((check) => !check.ok)).toEqual([]);
    await engine.close();
  }, 60_000);
});
