import { readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashSources, readStamp, replaceFile } from '../../server/launch/stamps.mjs';
import { temporaryRoot, writeFiles } from './temporary-root.ts';

const FILES = { 'server/a.ts': 'one', 'server/b/c.ts': 'two', 'next.config.mjs': 'three' };
const INPUTS = ['server', 'next.config.mjs', 'proxy.ts'];

describe('the hash of the sources', () => {
  it('is the same for the same contents, whatever their times', () => {
    const root = temporaryRoot(FILES);
    const before = hashSources(root, INPUTS);
    utimesSync(join(root, 'server/a.ts'), 1, 1);
    expect(hashSources(root, INPUTS)).toBe(before);
    expect(hashSources(temporaryRoot(FILES), INPUTS)).toBe(before);
  });

  it.each([
    ['a content changes', { 'server/a.ts': 'One' }],
    ['a file is added', { 'server/b/d.ts': '' }],
    ['an input that was absent is made', { 'proxy.ts': '' }],
    ['text moves from one file to the next', { 'server/a.ts': 'onetwo', 'server/b/c.ts': '' }],
  ])('changes when %s', (_what, files) => {
    const root = temporaryRoot(FILES);
    const before = hashSources(root, INPUTS);
    writeFiles(root, files);
    expect(hashSources(root, INPUTS)).not.toBe(before);
  });

  it('changes when a file goes', () => {
    const root = temporaryRoot(FILES);
    const before = hashSources(root, INPUTS);
    rmSync(join(root, 'server/a.ts'));
    expect(hashSources(root, INPUTS)).not.toBe(before);
  });

  it('does not count prose, nor what is no input', () => {
    const root = temporaryRoot(FILES);
    const before = hashSources(root, INPUTS);
    writeFiles(root, { 'server/README.md': 'x', 'data/scrollback.db': 'x' });
    expect(hashSources(root, INPUTS)).toBe(before);
  });
});

describe('a file that is replaced', () => {
  it('is whole, in folders that are made for it, with nothing left beside it', () => {
    const root = temporaryRoot();
    replaceFile(join(root, 'a/b/stamp'), 'first');
    replaceFile(join(root, 'a/b/stamp'), 'second\n');
    expect(readFileSync(join(root, 'a/b/stamp'), 'utf8')).toBe('second\n');
    expect(readdirSync(join(root, 'a/b'))).toEqual(['stamp']);
  });

  it('can be read as a stamp, and an absent one is null', () => {
    const root = temporaryRoot({ stamp: 'abc\n' });
    expect(readStamp(join(root, 'stamp'))).toBe('abc');
    expect(readStamp(join(root, 'none'))).toBeNull();
  });
});
