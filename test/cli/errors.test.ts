import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cli } from './run-cli.ts';

const FIXTURE = path.resolve(
  'test/fixtures/import/openclaw/agents/main/sessions/0f000000-0000-4000-8000-000000000002.jsonl',
);
const NOT_FOUND = 'Not found: there is no such session here, or it is not shared with you.\n';

let cli: Cli;
beforeAll(async () => {
  cli = await Cli.open();
  await cli.runHere(['import', FIXTURE, '--owner', 'you@example.com']);
}, 60_000);
afterAll(() => cli.close());

describe('a command that cannot be done', () => {
  it.each<[string, number, RegExp]>([
    ['nonsense', 2, /"nonsense" is not a command\. Use one of import, search/],
    ['import', 2, /Usage: scrollback import PATH…/],
    ['import /nowhere/at-all', 2, /^There is nothing at \/nowhere\/at-all\. Check the path\.$/m],
    [`import ${FIXTURE} --format pi`, 2, /"pi" is not a format\. Use one of openclaw, claude-code, codex\./],
    [`import ${FIXTURE} --owner nobody@example.com`, 2, /no person nobody@example\.com\. Add them with/],
    [`import ${FIXTURE} --owner nobody`, 2, /"nobody" is not an e-mail address/],
    ['search', 2, /Usage: scrollback search QUERY/],
    ['search ferry --limit 0', 2, /--limit takes a whole number from 1 to 100, not "0"/],
    ['search ferry --limit', 2, /--limit lacks its value\. Usage: scrollback search/],
    ['search ferry --json=yes', 2, /--json takes no value/],
    ['search ferry --newest', 2, /--newest is not an option here\. Usage: scrollback search QUERY/],
    ['search ferry --constructor', 2, /--constructor is not an option here/],
    ['history a b', 2, /too many words/],
    ['search ferry --sort loudest', 2, /--sort takes one of best, newest, oldest/],
    ['search agnet:main', 2, /Did you mean `agent:`/],
    ['search ferry --cursor abc', 2, /This cursor does not belong to this search/],
    ['search ferry --as nobody@example.com', 2, /no person nobody@example\.com/],
    ['history', 2, /Usage: scrollback history KEY/],
    ['history main --around a --before b', 2, /one of around, start, before and after/],
    ['sessions --cursor abc', 2, /This cursor is not one of this list/],
    ['user add someone@example.com', 2, /--role is missing/],
    ['user add someone@example.com --role king', 2, /"king" is not a role\. Use one of owner, operator, member/],
    ['user remove someone@example.com', 2, /"user remove" is not a command/],
    ['history nowhere', 1, /^Not found/],
    ['verify nowhere', 1, /^Not found/],
    ['delete nowhere', 1, /^Not found/],
  ])('"%s" ends with %i and one line that says the way out', async (line, status, message) => {
    const run = await cli.runHere(line.split(' '));
    expect(run).toMatchObject({ status, stdout: '' });
    expect(run.stderr).toMatch(message);
    expect(run.stderr).toMatch(/^[^\n]+\n$/);
    if (status === 1) expect(run.stderr).toBe(NOT_FOUND);
  });

  it('ends the process with its status, and prints no JSON', async () => {
    expect(await cli.run(['history', 'nowhere', '--json'])).toEqual({ status: 1, stdout: '', stderr: NOT_FOUND });
    expect(await cli.run(['search', '--json'])).toMatchObject({ status: 2, stdout: '' });
  });

  it('says in one line what a line feed would cut in two', async () => {
    const { stderr } = await cli.runHere(['search', 'x', '--as', 'two\nlines']);
    expect(stderr).toMatch(/^"two; lines" is not an e-mail address\.[^\n]*\n$/);
  });

  it('says in one line what is wrong with the environment', async () => {
    const run = await cli.run(['sessions'], { env: { SCROLLBACK_DATA: 'relative/folder' } });
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toBe('SCROLLBACK_DATA is the relative path "relative/folder"; give an absolute one\n');
  });
});

describe('a command without people', () => {
  it('asks for an owner, and leaves no person behind when its words are wrong', async () => {
    const fresh = await Cli.open();
    try {
      expect(await fresh.run(['import', '/nowhere/at-all', '--owner', 'you@example.com'])).toMatchObject({ status: 2 });
      expect(existsSync(fresh.dataDir)).toBe(false);
      const run = await fresh.runHere(['import', FIXTURE]);
      expect(run).toMatchObject({ status: 2, stdout: '' });
      expect(run.stderr).toMatch(/^There is nobody in this database yet\..*--owner EMAIL.*\n$/);
      expect((await fresh.runHere(['sessions'])).stderr).toMatch(/no person of role owner yet/);
    } finally {
      fresh.close();
    }
  });
});

describe('words that begin with a dash', () => {
  it('are words: exclusions, and ids of whatever looks', async () => {
    expect(JSON.parse((await cli.runHere(['search', 'morning', '-timetables', '--json'])).stdout).results).toHaveLength(
      1,
    );
    expect(
      JSON.parse((await cli.runHere(['search', '-timetables', 'OR', '-morning', '--json'])).stdout).interpreted.text,
    ).toBe('-timetables OR -morning');
    expect(await cli.runHere(['history', '-x1'])).toEqual({ status: 1, stdout: '', stderr: NOT_FOUND });
    expect(await cli.runHere(['history', '--', '--x1'])).toEqual({ status: 1, stdout: '', stderr: NOT_FOUND });
    const page = await cli.runHere(['history', 'agent:main:main', '--around', '-x1', '--json']);
    expect(page).toMatchObject({ status: 1 });
  });
});

describe('import', () => {
  it('ends with 1 when a file could not be imported, and still prints its report', async () => {
    const run = await cli.run(['import', '/dev/null', '--json']);
    expect(run.status).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({
      files: [{ path: '/dev/null', status: 'failed', skipped: [{ reason: 'it is not a regular file' }] }],
    });
  });
});
