import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cli } from './run-cli.ts';

const FIXTURE = path.resolve(
  'test/fixtures/import/claude-code/projects/-home-someone-shop/0c000000-0000-4000-8000-000000000001.jsonl',
);
const KEY = 'agent:claude-code:0c000000-0000-4000-8000-000000000001';

let cli: Cli;
beforeAll(async () => {
  cli = await Cli.open();
  await cli.runHere(['import', FIXTURE, '--owner', 'you@example.com']);
  await cli.runHere(['user', 'add', 'other@example.com', '--role', 'member']);
}, 60_000);
afterAll(() => cli.close());

describe('export', () => {
  it('writes the very bytes that were imported to standard output, and nothing else', async () => {
    expect(await cli.run(['export', KEY])).toEqual({ status: 0, stdout: readFileSync(FIXTURE, 'utf8'), stderr: '' });
  });

  it.each([
    ['jsonl', /^\{/],
    ['markdown', /^# /],
    ['html', /^<!doctype html>/],
  ])('writes a file that is for its owner alone: %s', async (format, start) => {
    const file = path.join(cli.folder, `session.${format}`);
    expect(await cli.runHere(['export', KEY, '--format', format, '--output', file])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    expect(readFileSync(file, 'utf8')).toMatch(start);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('leaves a file that is there as it is', async () => {
    const file = path.join(cli.folder, 'mine.txt');
    writeFileSync(file, 'mine');
    const run = await cli.runHere(['export', KEY, '--output', file]);
    expect(run).toEqual({
      status: 1,
      stdout: '',
      stderr: `There is something at ${file} already. Choose another name.\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('leaves no file behind for what is not found', async () => {
    const file = path.join(cli.folder, 'none.jsonl');
    const absent = await cli.runHere(['export', 'nowhere', '--output', file]);
    expect(absent).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Not found/) });
    const hidden = await cli.runHere(['export', KEY, '--as', 'other@example.com', '--output', file]);
    expect(hidden).toEqual(absent);
    expect(existsSync(file)).toBe(false);
  });

  it('writes lists as CSV, and counts their rows on standard error', async () => {
    const list = await cli.run(['export', '--list', '--format', 'csv']);
    expect(list).toMatchObject({ status: 0, stderr: '1 row\n' });
    expect(list.stdout).toContain(`"${KEY}"`);
    expect((await cli.runHere(['export', '--list', '--search', 'no such title'])).stderr).toBe('0 rows\n');
    const hits = await cli.runHere(['export', '--hits', 'labels']);
    expect(hits.stdout.split('\r\n').length).toBeGreaterThan(2);
    expect((await cli.runHere(['export', '--list', '--as', 'other@example.com'])).stderr).toBe('0 rows\n');
  });

  it.each([
    ['export', /Name one thing/],
    [`export ${KEY} --list`, /Name one thing/],
    ['export --list --hits x', /Name one thing/],
    [`export ${KEY} --format pdf`, /--format takes one of jsonl, markdown, html/],
    [`export ${KEY} --format csv`, /--format takes one of/],
    ['export --list --format html', /Lists come as csv/],
    [`export ${KEY} --search x`, /--search goes with --list/],
    [`export ${KEY} --branch x`, /Ask for no part of it/],
    [`export ${KEY} --output /nowhere/at/all`, /cannot be written/],
  ])('"%s" is wrong usage', async (line, message) => {
    const run = await cli.runHere(line.split(' '));
    expect(run).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(message) });
    expect(run.stderr).toMatch(/^[^\n]+\n$/);
  });
});
