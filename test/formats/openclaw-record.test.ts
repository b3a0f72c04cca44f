import { describe, expect, it } from 'vitest';
import type { RecordDraft } from '../../server/contract/transcript.ts';
import { hashBytes, hashText } from '../../server/formats/hash.ts';
import type { OpenClawFacts } from '../../server/formats/openclaw/facts.ts';
import { readRecord } from '../../server/formats/openclaw/read-record.ts';
import { answer, user } from './openclaw-support.ts';

const encoder = new TextEncoder();

function read(record: unknown, hasLineFeed = true): RecordDraft<OpenClawFacts> {
  const bytes =
    record instanceof Uint8Array
      ? record
      : encoder.encode(typeof record === 'string' ? record : JSON.stringify(record));
  return readRecord({ bytes, lineNumber: 5, offset: 90, hasLineFeed });
}

const kindAndRole = (record: unknown) => [read(record).outline.kind, read(record).outline.role];
const message = (role: string, content: unknown) => ({
  type: 'message',
  id: 'x',
  parentId: null,
  message: { role, content },
});

describe('kinds and roles', () => {
  it.each([
    [{ type: 'session', id: 's1', version: 3 }, 'header', null],
    [message('user', 'hi'), 'message', 'user'],
    [message('assistant', []), 'message', 'assistant'],
    [message('system', 'note'), 'message', 'system'],
    [message('toolResult', []), 'tool-result', 'tool'],
    [message('custom', 'x'), 'injected', 'system'],
    [message('oracle', 'x'), 'unknown', null],
    [{ type: 'message', id: 'x', parentId: null }, 'unknown', null],
    [{ type: 'custom_message', id: 'x', customType: 'openclaw.runtime-context', content: 'x' }, 'injected', 'system'],
    [{ type: 'custom', id: 'x', customType: 'model-snapshot', data: {} }, 'control', null],
    [{ type: 'model_change', id: 'x', modelId: 'm' }, 'control', null],
    [{ type: 'leaf', id: 'x', targetId: null }, 'control', null],
    [{ type: 'compaction', id: 'x', summary: 's' }, 'compaction', 'system'],
    [{ type: 'branch_summary', id: 'x', summary: 's' }, 'branch-summary', 'system'],
    [{ type: 'reset', id: 'x' }, 'reset', null],
    [{ type: 'compact', id: 'x' }, 'unknown', null],
    [{ id: 'x' }, 'unknown', null],
    ['[1]', 'invalid', null],
    ['"text"', 'invalid', null],
    ['42', 'invalid', null],
    ['{"type":"mess', 'invalid', null],
  ])('of %j', (record, kind, role) => {
    expect(kindAndRole(record)).toEqual([kind, role]);
  });
});

describe('text', () => {
  it('is that of the text blocks, without reasoning, tool calls and images', () => {
    const blocks = [
      { type: 'thinking', thinking: 'secret' },
      { type: 'text', text: 'one' },
      { type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'x' } },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'text', text: 'two' },
    ];
    expect(read(message('assistant', blocks)).text).toBe('one\ntwo');
    expect(read(message('user', 'plain')).text).toBe('plain');
  });

  it.each([
    message('toolResult', [{ type: 'text', text: 'output' }]),
    message('system', [{ type: 'text', text: 'note' }]),
    { type: 'compaction', id: 'x', summary: 'words' },
    { type: 'custom_message', id: 'x', customType: 'c', content: 'words' },
    message('assistant', { text: 'no list' }),
    message('user', [null, 5, { type: 'text' }, { type: 'text', text: 7 }]),
  ])('is empty for %j', (record) => {
    expect(read(record)).toMatchObject({ text: '', outline: { hasText: false } });
  });

  it('of a prompt that is all OpenClaw’s own is empty, and the record injected', () => {
    expect(read(user('x', null, '[OpenClaw heartbeat poll]'))).toMatchObject({
      text: '',
      outline: { kind: 'injected', role: 'user' },
    });
  });

  it('of an image alone is empty, and the record stays a message', () => {
    expect(read(message('user', [{ type: 'image' }])).outline).toMatchObject({ kind: 'message', hasText: false });
  });

  it('reads through a byte order mark, carriage returns and broken UTF-8', () => {
    const bytes = encoder.encode(`\ufeff${JSON.stringify(user('x', null, 'a?b'))}\r`);
    expect(read(bytes).text).toBe('a?b');
    const broken = bytes.map((byte) => (byte === 0x3f ? 0xff : byte));
    expect(read(broken)).toMatchObject({ text: 'a\ufffdb', outline: { facts: { hasBadUtf8: true } } });
  });
});

describe('times', () => {
  const at = (fields: object, messageFields: object = {}) =>
    read({ ...message('user', 'x'), ...fields, message: { role: 'user', content: 'x', ...messageFields } }).outline
      .timeMs;

  it('come from the record, else from the message', () => {
    expect(at({ timestamp: '2026-05-01T08:00:00.000Z' }, { timestamp: 5 })).toBe(Date.UTC(2026, 4, 1, 8));
    expect(at({}, { timestamp: 1_777_622_400_000 })).toBe(1_777_622_400_000);
    expect(at({}, { timestamp: 1_777_622_400 })).toBe(1_777_622_400_000);
  });

  it.each([
    {},
    { timestamp: 1 },
    { timestamp: 'yesterday' },
    { timestamp: '2026-02-30T00:00:00Z' },
    { timestamp: null },
  ])('are unknown for %j', (fields) => expect(at(fields)).toBeNull());
});

describe('ids', () => {
  it.each([7, '', '  ', 'x\u0000y', 'x'.repeat(201), 'x\ud800', 'x-1a2b-0', null])('are not taken from %j', (id) => {
    expect(read({ ...user('x', null), id }).outline.nativeId).toBeNull();
  });

  it('of a header name the session, not an entry', () => {
    expect(read({ type: 'session', id: 's1', cwd: '/work' }).outline).toMatchObject({
      nativeId: null,
      facts: { header: { sessionId: 's1', cwd: '/work' }, tree: { part: 'none' } },
    });
  });
});

describe('broken lines', () => {
  it('tell a cut last line from a malformed one', () => {
    expect(read('{"type":', false).outline.facts.lineState).toBe('torn');
    expect(read('{"type":').outline.facts.lineState).toBe('malformed');
    expect(read(' ', false).outline.facts.lineState).toBe('blank');
  });

  it('do not throw on depth, huge numbers or names of prototypes', () => {
    const deep = `{"type":"message","id":"x","message":{"role":"user","content":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    expect(read(deep).text).toBe('');
    expect(read('{"__proto__":{"type":"message"},"id":"x","timestamp":1e999}').outline).toMatchObject({
      kind: 'unknown',
      timeMs: null,
    });
  });
});

describe('models', () => {
  it('are those that answered; a mirror names none', () => {
    expect(read(answer('x', null)).outline.model).toBe('m');
    expect(
      read(answer('x', null, 'text', { provider: 'openclaw', model: 'delivery-mirror' })).outline.model,
    ).toBeNull();
  });
});

describe('hashes', () => {
  it('of texts are equal when only white space differs', () => {
    expect(hashText('a  b\n\tc ')).toBe(hashText('a b c'));
    expect(hashText('a\u00a0\u3000b')).toBe(hashText('a b'));
    expect(hashText('ab c')).not.toBe(hashText('a bc'));
    expect(hashText('a b😀')).not.toBe(hashText('a b😁'));
    const units = Array.from({ length: 0x1_0000 }, (_, unit) => String.fromCharCode(unit));
    const parted = units.filter((unit) => hashText(`a${unit}b`) === hashText('a b'));
    expect(parted).toEqual(units.filter((unit) => /^\s$/.test(unit)));
  });

  it('spread: a hundred thousand short contents give as many numbers below 2^53', () => {
    const hashes = new Set(Array.from({ length: 100_000 }, (_, index) => hashBytes(encoder.encode(`line ${index}`))));
    expect(hashes.size).toBe(100_000);
    for (const hash of [...hashes].slice(0, 100)) expect(Number.isSafeInteger(hash) && hash >= 0).toBe(true);
  });
});
