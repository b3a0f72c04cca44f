import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importReply, searchReply } from '../cli/replies.ts';
import { Cli } from '../cli/run-cli.ts';
import { headerLine, turnLine } from './openclaw-file.ts';

const MIB = 1_048_576;
const RECORD_MAX = 64 * MIB;

let cli: Cli;
beforeAll(async () => {
  cli = await Cli.open();
}, 60_000);
afterAll(() => cli.close());

describe('a record over 64 MiB', () => {
  it('is reported with its place and length, and the others are kept', async () => {
    const file = path.join(cli.folder, 'huge.jsonl');
    const start = headerLine('huge') + turnLine({ id: 'm1', parentId: null, text: 'first egret' });
    const byteLength = writeHugeRecord(file, start, turnLine({ id: 'm2', parentId: 'm1', text: 'second egret' }));
    expect(byteLength).toBeGreaterThan(RECORD_MAX);
    const { stdout, peakMib } = await cli.runMeasured(['import', file, '--owner', 'you@example.com', '--json']);
    const [report] = importReply.parse(JSON.parse(stdout)).files;
    expect(report).toMatchObject({ status: 'added', messages: 2 });
    const reason = `record of ${byteLength} bytes at byte ${start.length} is too long and was not kept`;
    expect(report?.skipped).toContainEqual({ reason, count: 1, line: 3 });
    expect(peakMib).toBeLessThan(400);
    expect((await cli.jsonHere(searchReply, 'search', 'egret', '--all')).results).toHaveLength(2);
  }, 60_000);
});

describe('F6: a line of 520 MiB, which no string can hold', () => {
  it('is reported with its place and length, and the turns around it are kept in the same memory', async () => {
    const file = path.join(cli.folder, 'endless.jsonl');
    const start = headerLine('endless') + turnLine({ id: 'm1', parentId: null, text: 'first bittern' });
    const byteLength = 520 * MIB;
    writeHole(file, { start, byteLength, end: `\n${turnLine({ id: 'm2', parentId: 'm1', text: 'second bittern' })}` });
    const { stdout, peakMib } = await cli.runMeasured(['import', file, '--owner', 'you@example.com', '--json']);
    const [report] = importReply.parse(JSON.parse(stdout)).files;
    expect(report).toMatchObject({ status: 'added', messages: 2 });
    const reason = `record of ${byteLength} bytes at byte ${start.length} is too long and was not kept`;
    expect(report?.skipped).toContainEqual({ reason, count: 1, line: 3 });
    expect(peakMib).toBeLessThan(400);
    expect((await cli.jsonHere(searchReply, 'search', 'bittern', '--all')).results).toHaveLength(2);
  }, 60_000);
});

describe('a file of 60 MB', () => {
  it('is imported in less than 400 MB of memory', async () => {
    const file = path.join(cli.folder, 'large.jsonl');
    writeLargeFile(file, 60_000_000);
    const { stdout, peakMib } = await cli.runMeasured(['import', file, '--owner', 'you@example.com', '--json']);
    expect(importReply.parse(JSON.parse(stdout)).files[0]).toMatchObject({
      status: 'added',
      messages: 5000,
      skipped: [],
    });
    expect(peakMib).toBeLessThan(400);
  }, 120_000);
});

/** Gives the length of the record in the middle. */
function writeHugeRecord(file: string, start: string, end: string): number {
  const descriptor = openSync(file, 'w');
  const filler = 'y'.repeat(MIB);
  let byteLength = 0;
  const write = (text: string): void => {
    byteLength += writeSync(descriptor, text);
  };
  writeSync(descriptor, start);
  write('{"type":"message","id":"huge","parentId":"m1","message":{"role":"user","content":"');
  for (let count = 0; count < 66; count += 1) write(filler);
  write('"}}');
  writeSync(descriptor, `\n${end}`);
  closeSync(descriptor);
  return byteLength;
}

/** A line of NULs that takes no place on the disk. */
function writeHole(file: string, { start, byteLength, end }: { start: string; byteLength: number; end: string }): void {
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, start);
  ftruncateSync(descriptor, start.length + byteLength);
  writeSync(descriptor, end, start.length + byteLength);
  closeSync(descriptor);
}

/** Prompts, each with a long tool result behind it. */
function writeLargeFile(file: string, bytes: number): void {
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, headerLine('large'));
  const filler = Array.from({ length: Math.floor(bytes / 5000 / 9) }, (_, index) =>
    index.toString(36).padStart(9, '.'),
  ).join('');
  for (let count = 0; count < 5000; count += 1) {
    const message = {
      role: 'toolResult',
      toolCallId: 'c',
      toolName: 'exec',
      content: [{ type: 'text', text: filler }],
    };
    const result = JSON.stringify({ type: 'message', id: `t${count}`, parentId: `m${count}`, message });
    writeSync(
      descriptor,
      `${turnLine({ id: `m${count}`, parentId: count === 0 ? null : `t${count - 1}`, text: `egret ${count}` })}${result}\n`,
    );
  }
  closeSync(descriptor);
}
