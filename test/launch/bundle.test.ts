import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ensureBundled } from '../../server/launch/bundle.mjs';
import { LaunchFailure } from '../../server/launch/failure.mjs';
import { temporaryRoot, writeFiles } from './temporary-root.ts';

const FILES = {
  'package-lock.json': '{}',
  'server/cli/main.ts': "import { name } from '../name.ts';\nimport left from 'left';\nconsole.log(name, left);\n",
  'server/name.ts': "export const name: string = 'first';\n",
  'server/children/read-child.ts': "import { name } from '../name.ts';\nif (name) throw new Error('read');\n",
  'server/children/write-child.ts': 'export {};\n',
  'server/children/bulk-thread.ts': 'export {};\n',
  'drizzle/sqlite/migrations/0000_start.sql': 'SELECT 1;',
  'drizzle/sqlite/migrations/meta/_journal.json': '{}',
  'drizzle/sqlite/search.sql': 'SELECT 2;',
  'server/ingest/samples/openclaw/agents/scout/sessions/one.jsonl': '{}',
  'server/ingest/samples/claude-code/agent-1.meta.json': '{}',
  'server/ingest/samples/notes.md': 'not copied',
  'drizzle/sqlite/schema/person.ts': 'export {};',
  'node_modules/left/package.json': '{ "name": "left", "main": "index.js" }',
  'node_modules/left/index.js': "module.exports = 'package';",
  // As Next leaves it: without a package.json of its own, a bundle below would be taken for CommonJS.
  '.next/package.json': '{ "type": "commonjs" }',
};

describe('the node bundles', () => {
  it('run, with packages taken from node_modules', async () => {
    const root = temporaryRoot(FILES);
    await ensureBundled(root);
    expect(await runNode(join(root, '.next/node/cli/main.js'))).toMatchObject({ stdout: 'first package\n' });
  });

  it('keep their folders, and the place of a failure in its source', async () => {
    const root = temporaryRoot(FILES);
    await ensureBundled(root);
    const { stderr } = await runNode('--enable-source-maps', join(root, '.next/node/children/read-child.js'));
    expect(stderr).toContain('server/children/read-child.ts:2');
    expect(existsSync(join(root, '.next/node/children/write-child.js'))).toBe(true);
  });

  it('take the migrations and the search tables with them', async () => {
    const root = temporaryRoot(FILES);
    await ensureBundled(root);
    const drizzle = join(root, '.next/node/drizzle/sqlite');
    expect(readFileSync(join(drizzle, 'search.sql'), 'utf8')).toBe('SELECT 2;');
    expect(readFileSync(join(drizzle, 'migrations/0000_start.sql'), 'utf8')).toBe('SELECT 1;');
    expect(existsSync(join(drizzle, 'migrations/meta/_journal.json'))).toBe(true);
    expect(existsSync(join(drizzle, 'schema/person.ts'))).toBe(false);
  });

  it('take the samples with them, in their folders', async () => {
    const root = temporaryRoot(FILES);
    await ensureBundled(root);
    const samples = join(root, '.next/node/samples');
    expect(existsSync(join(samples, 'openclaw/agents/scout/sessions/one.jsonl'))).toBe(true);
    expect(existsSync(join(samples, 'claude-code/agent-1.meta.json'))).toBe(true);
    expect(existsSync(join(samples, 'notes.md'))).toBe(false);
  });

  it('are made again when a source changed, and only then', async () => {
    const root = temporaryRoot(FILES);
    const main = join(root, '.next/node/cli/main.js');
    await ensureBundled(root);
    const { ino } = statSync(main);
    await ensureBundled(root);
    expect(statSync(main).ino).toBe(ino);
    writeFiles(root, { 'server/name.ts': "export const name = 'second';\n" });
    await ensureBundled(root);
    expect(await runNode(main)).toMatchObject({ stdout: 'second package\n' });
  });

  it('stay as they are when a source is broken, and are tried again', async () => {
    const root = temporaryRoot(FILES);
    await ensureBundled(root);
    writeFiles(root, { 'server/name.ts': 'export const = 1;\n' });
    await expect(ensureBundled(root)).rejects.toThrow(LaunchFailure);
    await expect(ensureBundled(root)).rejects.toThrow(/could not be bundled: .* \(server\/name\.ts:1\)/);
    expect(await runNode(join(root, '.next/node/cli/main.js'))).toMatchObject({ stdout: 'first package\n' });
  });
});

async function runNode(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  try {
    return await promisify(execFile)(process.execPath, args);
  } catch (error) {
    return error as { stdout: string; stderr: string };
  }
}
