import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findDatabases } from './find-databases.ts';
import { temporaryRoot } from './temporary-root.ts';

const output = join(process.cwd(), '.next');

describe('the build output', () => {
  it.skipIf(!existsSync(join(output, 'BUILD_ID')))('holds no database', () => {
    expect(findDatabases(output)).toEqual([]);
  });

  it('would be found to hold one by its name, by its companions, and by its first bytes', () => {
    const root = temporaryRoot({
      'standalone/data/scrollback.db': '',
      'standalone/data/scrollback.db-wal': '',
      'cache/a.SQLite': '',
      'server/chunk.js': 'SQLite format 3\0 and more',
      'server/page.js': 'a page about a SQLite format 3 file',
      'server/app.dbx': '',
    });
    const names = findDatabases(root).map((path) => path.slice(root.length + 1));
    expect(names).toEqual([
      'cache/a.SQLite',
      'server/chunk.js',
      'standalone/data/scrollback.db',
      'standalone/data/scrollback.db-wal',
    ]);
  });
});
