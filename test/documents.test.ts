import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const README = readFileSync('README.md', 'utf8');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const scripts = Object.keys((JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }).scripts);
const commands = readdirSync('server/cli/commands').map((name) => name.replace('.ts', ''));

describe('the documents', () => {
  it.each(DOCUMENTS)('name only scripts that are there: %s', (path) => {
    const text = readFileSync(path, 'utf8');
    const named = [...text.matchAll(/npm run (?:-s )?([a-z:]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it.each(DOCUMENTS)('link only to what is there: %s', (path) => {
    const links = [...readFileSync(path, 'utf8').matchAll(/\]\(([^)#]+)\)/g)].map((match) => match[1] ?? '');
    expect(links.filter((link) => !/^https?:/.test(link) && !existsSync(link))).toEqual([]);
  });

  it('show every command of the command line but migrate and setup-link, which up runs, and no other', () => {
    const shown = new Set([...README.matchAll(/scrollback -- ([a-z]+)/g)].map((match) => match[1] ?? ''));
    expect([...shown, 'migrate', 'setup-link'].sort()).toEqual([...commands].sort());
  });

  it('show every setting that the server and the launcher read, and no other', () => {
    const read = ['server/env.ts', 'server/launch/address.mjs', 'server/launch/folders.mjs']
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/'(SCROLLBACK_[A-Z_]+|PORT|HOST)'/g)])
      .map((match) => match[1] ?? '');
    const shown = [...README.matchAll(/^\| `([A-Z_]+)` +\|/gm)].map((match) => match[1] ?? '');
    // `up` sets SCROLLBACK_BUNDLES itself.
    expect(shown.sort()).toEqual([...new Set(read)].filter((name) => name !== 'SCROLLBACK_BUNDLES').sort());
  });
});
