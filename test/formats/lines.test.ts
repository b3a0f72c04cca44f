import { describe, expect, it } from 'vitest';
import { type FileLine, LineSplitter, MAX_RECORD_BYTES } from '../../server/formats/lines.ts';
import fc from '../support/property.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Feeds chunks and copies each line's bytes at once, as a caller that reuses its buffer must. */
function split(chunks: readonly Uint8Array[], maxRecordBytes?: number): FileLine[] {
  const splitter = new LineSplitter(maxRecordBytes);
  const lines: FileLine[] = [];
  const take = (line: FileLine) =>
    lines.push(line.kind === 'too-long' ? line : { ...line, line: { ...line.line, bytes: line.line.bytes.slice() } });
  for (const chunk of chunks) {
    const buffer = chunk.slice();
    for (const line of splitter.push(buffer)) take(line);
    buffer.fill(0xff);
  }
  const last = splitter.end();
  if (last) take(last);
  return lines;
}

const textOf = (line: FileLine) => (line.kind === 'too-long' ? `<${line.byteLength}>` : decode(line.line.bytes));

function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let start = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(start, start + size));
    start += size;
  }
  return [...chunks, bytes.subarray(start)];
}

describe('the line splitter', () => {
  it('gives each line its number, its offset and whether a line feed ends it', () => {
    expect(split([encode('{"a":1}\n[2'), encode(']\nthree')])).toEqual([
      { kind: 'record', line: { bytes: encode('{"a":1}'), lineNumber: 1, offset: 0, hasLineFeed: true } },
      { kind: 'record', line: { bytes: encode('[2]'), lineNumber: 2, offset: 8, hasLineFeed: true } },
      { kind: 'record', line: { bytes: encode('three'), lineNumber: 3, offset: 12, hasLineFeed: false } },
    ]);
  });

  it('gives nothing for an empty file, and no empty line after the last line feed', () => {
    expect(split([])).toEqual([]);
    expect(split([encode('')])).toEqual([]);
    expect(split([encode('one\n')])).toHaveLength(1);
  });

  it('splits on the line feed alone, and keeps carriage returns, U+2028 and U+0085 in the bytes', () => {
    expect(split([encode('a\r\nb\u2028c\u0085d\re\n')]).map(textOf)).toEqual(['a\r', 'b\u2028c\u0085d\re']);
  });

  it('calls lines of spaces, tabs and carriage returns blank, and counts their bytes', () => {
    const lines = split([encode('\n \t\r\nx\n')]);
    expect(lines.map((line) => line.kind)).toEqual(['blank', 'blank', 'record']);
    expect(lines[2]).toMatchObject({ line: { lineNumber: 3, offset: 5 } });
  });

  it('leaves the byte order mark in the bytes, and calls a first line blank that holds nothing else', () => {
    expect(split([encode('\uFEFF{}\n')]).map(textOf)).toEqual(['\uFEFF{}']);
    expect(split([encode('\uFEFF\r\n{}')]).map((line) => line.kind)).toEqual(['blank', 'record']);
    expect(split([encode('{}\n\uFEFF\n')]).map((line) => line.kind)).toEqual(['record', 'record']);
  });

  it('reports a line over the limit with its place and length, and goes on after it', () => {
    expect(split([encode('ok\n12345'), encode('6789'), encode('0\nnext\n123456')], 5)).toEqual([
      { kind: 'record', line: { bytes: encode('ok'), lineNumber: 1, offset: 0, hasLineFeed: true } },
      { kind: 'too-long', lineNumber: 2, offset: 3, byteLength: 10, hasLineFeed: true },
      { kind: 'record', line: { bytes: encode('next'), lineNumber: 3, offset: 14, hasLineFeed: true } },
      { kind: 'too-long', lineNumber: 4, offset: 19, byteLength: 6, hasLineFeed: false },
    ]);
    expect(split([encode('12345\n')], 5)).toMatchObject([{ kind: 'record' }]);
    expect(MAX_RECORD_BYTES).toBe(67_108_864);
  });

  it('holds no more of a long line than the limit', () => {
    const chunk = new Uint8Array(1024 * 1024).fill(0x61);
    const splitter = new LineSplitter(4 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 300; count += 1) expect(splitter.push(chunk)).toEqual([]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
    expect(splitter.end()).toEqual({
      kind: 'too-long',
      lineNumber: 1,
      offset: 0,
      byteLength: 300 * 1024 * 1024,
      hasLineFeed: false,
    });
  });

  it('gives back any bytes in any chunking: the lines and their line feeds are the input', () => {
    const byte = fc.oneof(fc.constant(0x0a), fc.constant(0x0d), fc.integer({ min: 0, max: 255 }));
    const input = fc.array(byte, { maxLength: 300 }).map((bytes) => Uint8Array.from(bytes));
    const sizes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 20 });
    fc.assert(
      fc.property(input, sizes, fc.integer({ min: 1, max: 300 }), (bytes, chunkSizes, limit) => {
        const lines = split(cut(bytes, chunkSizes), limit);
        let offset = 0;
        lines.forEach((line, index) => {
          const { lineNumber, offset: start, hasLineFeed } = line.kind === 'too-long' ? line : line.line;
          const length = line.kind === 'too-long' ? line.byteLength : line.line.bytes.length;
          expect([lineNumber, start]).toEqual([index + 1, offset]);
          if (line.kind === 'too-long') expect(length).toBeGreaterThan(limit);
          else expect(line.line.bytes).toEqual(bytes.slice(start, start + length));
          expect(bytes.subarray(start, start + length)).not.toContain(0x0a);
          expect(hasLineFeed).toBe(bytes[start + length] === 0x0a);
          offset = start + length + (hasLineFeed ? 1 : 0);
        });
        expect(offset).toBe(bytes.length);
      }),
      { numRuns: 500 },
    );
  });

  it('stays linear when a long line comes in single bytes', () => {
    const splitter = new LineSplitter();
    const one = encode('x');
    for (let count = 0; count < 300_000; count += 1) splitter.push(one);
    expect(splitter.end()).toMatchObject({ kind: 'record', line: { bytes: { length: 300_000 } } });
  });
});
