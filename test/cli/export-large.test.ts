import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cli } from './run-cli.ts';

const MESSAGES = 20_000;
const EXTRA_MIB_MAX = 100;
const LARGE = '0e000000-0000-4000-8000-000000000001';
const SMALL = '0e000000-0000-4000-8000-000000000002';
const TIMEOUT_MS = 240_000;

let cli: Cli;
let folder: string;
beforeAll(async () => {
  cli = await Cli.open();
  folder = path.join(cli.folder, 'projects', '-home-someone-large');
  mkdirSync(folder, { recursive: true });
  write(LARGE, MESSAGES);
  write(SMALL, 2);
  expect((await cli.run(['import', folder, '--owner', 'you@example.com'])).status).toBe(0);
}, TIMEOUT_MS);
afterAll(() => cli.close());

/** One long conversation: every message some kilobytes of different words. */
function write(sessionId: string, count: number): void {
  const lines = Array.from({ length: count }, (_, index) => {
    const role = index % 2 === 0 ? 'user' : 'assistant';
    const seed = createHash('sha256').update(String(index)).digest('hex');
    const text = `message ${index}. ${Array.from({ length: 40 }, (__, at) => `${seed} word ${at}`).join(' ')}`;
    return JSON.stringify({
      type: role,
      uuid: uuidOf(index),
      parentUuid: index === 0 ? null : uuidOf(index - 1),
      sessionId,
      timestamp: new Date(Date.UTC(2026, 5, 1) + index * 1000).toISOString(),
      cwd: '/home/someone/large',
      message: { role, content: role === 'user' ? text : [{ type: 'text', text }] },
    });
  });
  writeFileSync(path.join(folder, `${sessionId}.jsonl`), `${lines.join('\n')}\n`);
}

function uuidOf(index: number): string {
  return `0e000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

describe('an export of a large session', () => {
  it.each(['jsonl', 'markdown', 'html'] as const)(
    'is whole, and takes hardly more memory than that of a small one: %s',
    async (format) => {
      const measure = async (id: string) => {
        const file = path.join(cli.folder, `${id}.${format}`);
        const run = await cli.runMeasured(['export', id, '--format', format, '--output', file]);
        expect(run).toMatchObject({ status: 0, stderr: '' });
        return { file, peakMib: run.peakMib };
      };
      const small = await measure(SMALL);
      const large = await measure(LARGE);
      expect(large.peakMib - small.peakMib).toBeLessThan(EXTRA_MIB_MAX);
      if (format === 'jsonl') expect(await hashOf(large.file)).toBe(await hashOf(path.join(folder, `${LARGE}.jsonl`)));
      else expect(new Set(readFileSync(large.file, 'utf8').match(/message \d+\. /g)).size).toBe(MESSAGES);
    },
    TIMEOUT_MS,
  );
});
