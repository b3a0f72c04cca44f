import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../server/errors.ts';
import { createLog, type Log } from '../server/log.ts';
import fc from './support/property.ts';

vi.mock('../server/redaction/redact.ts', () => ({
  redact: (text: string) => ({ text: text.replaceAll(/secret-\d+/g, '\uFFFC'), masks: [] }),
}));

describe('the log', () => {
  it('writes one JSON object a line, the fixed fields first', () => {
    const { log, lines } = capture();
    log.info('import.finished', { sessionId: 7, entries: 1_204n, isComplete: true, reason: null, absent: undefined });
    expect(lines).toEqual([
      '{"time":"2026-11-30T10:00:00.000Z","level":"info","event":"import.finished",' +
        '"sessionId":7,"entries":"1204","isComplete":true,"reason":null}\n',
    ]);
  });

  it('leaves out what is below its level', () => {
    const { log, lines } = capture('warn');
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.error('d');
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['c', 'd']);
  });

  it('does not let a field pass for the time, the level or the event', () => {
    const { log, lines } = capture();
    log.info('real', { event: 'forged', level: 'error', time: 'never' });
    expect(JSON.parse(lines[0] ?? '')).toEqual({ time: '2026-11-30T10:00:00.000Z', level: 'info', event: 'real' });
  });

  it('redacts strings', () => {
    const { log, lines } = capture();
    log.info('a', { path: '/srv/secret-12/x' });
    expect(JSON.parse(lines[0] ?? '').path).toBe('/srv/[redacted]/x');
  });

  it('redacts the whole string before it cuts it', () => {
    const { log, lines } = capture();
    log.info('a', { path: `${'x'.repeat(996)}secret-123456` });
    expect(JSON.parse(lines[0] ?? '').path).not.toContain('secret');
    expect(JSON.parse(lines[0] ?? '').path).toHaveLength(1001);
  });

  it('keeps a value on its line and away from the terminal', () => {
    const { log, lines } = capture();
    const value = 'a\n{"level":"error"}\r\u001B[31m\u009B0m\u2028\u202E\u2066\uD800';
    log.info('a', { value });
    expect(lines[0]).toMatch(/^[\x20-\x7E]+\n$/);
    expect(JSON.parse(lines[0] ?? '').value).toBe(value);
  });

  it('E10: is one line an event, whatever a name, a title or a user agent holds', () => {
    const hostile = fc.constantFrom(
      '\r\n',
      '"',
      '\\',
      '{',
      '}',
      '\u001B]0;x\u0007',
      '\u009B',
      '\u2028',
      '\u202E',
      '\0',
      '\uD800',
      'é',
    );
    const text = fc
      .array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { maxLength: 20 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (userAgent, title) => {
        const { log, lines } = capture();
        log.warn('request refused', { userAgent, title });
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]+\n$/u);
        expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'request refused', userAgent, title });
      }),
    );
  });
});

describe('a failure in the log', () => {
  it('has the name, the message and the stack of one of ours, and its cause by name only', () => {
    const failure = report(
      new AppError('busy', 'The index is being rebuilt; try again.', { cause: new RangeError('x') }),
    );
    expect(failure).toMatchObject({
      level: 'error',
      event: 'request.failed',
      requestId: 'r1',
      errorName: 'AppError',
      errorMessage: 'The index is being rebuilt; try again.',
      errorCause: 'RangeError',
    });
    expect(failure['errorStack']).toMatch(/^at .*log\.test\.ts/);
    expect(failure['errorStack']).not.toContain('rebuilt');
  });

  it('leaves out the message of an error that may quote a transcript', () => {
    let error: unknown;
    try {
      JSON.parse('dear diary, today');
    } catch (caught) {
      error = caught;
    }
    expect(JSON.stringify(report(error))).not.toContain('diary');
    expect(report(error)).toMatchObject({ errorName: 'SyntaxError' });
  });

  it('E10: leaves out what a query or a transcript put into an error, however it is written', () => {
    for (const words of ['diary\r\n{"level":"error"}', '\u001B[2Jdiary', 'at diary (a.ts:1:1)', '"diary']) {
      const quoting = Object.assign(new Error(`unterminated string: "${words.replaceAll('"', '')}"`), {
        code: 'SQLITE_ERROR',
      });
      for (const error of [
        new Error(words),
        new TypeError(`no ${words}`, { cause: new Error(words) }),
        quoting,
        words,
      ]) {
        expect(JSON.stringify(report(error))).not.toContain('diary');
      }
    }
  });

  it('leaves out a message that looks like a stack', () => {
    expect(JSON.stringify(report(new Error('one\n    at diary (a.ts:1:1)')))).not.toContain('diary');
  });

  it('keeps the message of SQLite without what it quotes', () => {
    const error = Object.assign(new Error('fts5: syntax error near "diary"'), { code: 'SQLITE_ERROR' });
    expect(report(error)).toMatchObject({ errorCode: 'SQLITE_ERROR', errorMessage: 'fts5: syntax error near "…"' });
  });

  it('takes anything that was thrown', () => {
    expect(report('diary')).toMatchObject({ errorName: 'string' });
    expect(report(undefined)).toMatchObject({ errorName: 'undefined' });
  });
});

function report(cause: unknown): Record<string, unknown> {
  const { log, lines } = capture();
  log.failure('request.failed', cause, { requestId: 'r1' });
  return JSON.parse(lines[0] ?? '');
}

function capture(level: 'debug' | 'warn' = 'debug'): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  return { log: createLog({ level, write, now: () => new Date('2026-11-30T10:00:00Z') }), lines };
}
