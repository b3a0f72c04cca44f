import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { mergeByPath } from '../../../app/_parts/import-found-paths.ts';
import { UPLOAD_MAX_BYTES } from '../../../app/_parts/import-limits.ts';
import { folderName, importCommand } from '../../../app/(signed-in)/sources/folder-words.ts';
import { readSourcesParams, sourcesHref } from '../../../app/(signed-in)/sources/search-params.ts';
import { SAMPLES_MARK, UPLOAD_MARK } from '../../../server/ingest/source-names.ts';
import { UPLOAD_MAX_BYTES as SERVER_MAX_BYTES } from '../../../server/ingest/upload-limits.ts';

describe('the name of a folder', () => {
  test('says what uploads and samples are, by the marks that the importer gives them', () => {
    expect(folderName(UPLOAD_MARK)).toBe('Uploads');
    expect(folderName(`${UPLOAD_MARK}logs/may`)).toBe('Uploads: logs/may');
    expect(folderName(SAMPLES_MARK)).toBe('Samples');
    expect(folderName('/srv/agents')).toBe('/srv/agents');
  });
});

describe('the command that imports again', () => {
  test('is not there for what lies in no folder', () => {
    expect(importCommand(`${UPLOAD_MARK}logs`)).toBeNull();
    expect(importCommand(SAMPLES_MARK)).toBeNull();
  });

  test('leaves the shell one word, whatever the folder is called', () => {
    for (const folder of ['/srv/agents', '/srv/my agents', '/srv/it\'s; rm -rf $HOME `id` "x"\n*']) {
      const word = importCommand(folder)?.slice('npm run -s scrollback -- import '.length) ?? '';
      expect(execFileSync('sh', ['-c', `printf %s ${word}`]).toString()).toBe(folder);
    }
  });
});

test('the browser refuses files from the size on that the server refuses', () => {
  expect(UPLOAD_MAX_BYTES).toBe(SERVER_MAX_BYTES);
});

test('a folder found for two formats is one to choose', () => {
  const found = { path: '/srv/agents', files: 2, byteSize: 10, isPartial: false };
  expect(
    mergeByPath([
      { ...found, format: 'openclaw' },
      { ...found, path: '/srv/other', format: 'openclaw' },
      { ...found, format: 'claude-code', isPartial: true },
    ]),
  ).toEqual([
    { path: '/srv/agents', formats: ['openclaw', 'claude-code'], files: 4, byteSize: 20, isPartial: true },
    { path: '/srv/other', formats: ['openclaw'], files: 2, byteSize: 10, isPartial: false },
  ]);
});

test('the address names the open folder, also the one with the empty name', () => {
  for (const folder of [undefined, '', '/srv/a&b=c?#ü', UPLOAD_MARK]) {
    const query = new URL(sourcesHref(folder), 'http://own.invalid').searchParams;
    expect(readSourcesParams(Object.fromEntries(query)).folder).toBe(folder);
  }
  expect(readSourcesParams({ folder: ['a', 'b'] })).toEqual({});
});
