import { LOG_LEVELS, type LogLevel, readLogLevel } from './env.ts';
import { redact } from './redaction/redact.ts';

/** Ids, counts and names of things. Never text of a transcript, never a query. */
export type LogFields = Readonly<Record<string, string | number | bigint | boolean | null | undefined>>;

export type Log = {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** An `error` line for something caught: its name, code and stack, and its message where that can hold no content. */
  failure(event: string, cause: unknown, fields?: LogFields): void;
};

export type LogOptions = {
  readonly level: LogLevel;
  /** Gets one line with its line feed. */
  readonly write: (line: string) => void;
  readonly now: () => Date;
};

const MAX_VALUE_CHARACTERS = 1000;
const MAX_FRAMES = 12;

/** Writes one JSON object a line: `time` (ISO 8601), `level`, `event`, then the fields. Strings are redacted and bounded. */
export function createLog({ level: least, write, now }: LogOptions): Log {
  const log = (level: LogLevel, event: string, fields: LogFields = {}): void => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return;
    const head = { time: now().toISOString(), level, event };
    const line = { ...head, ...mapValues(fields, clean), ...head };
    write(`${escapeMarks(JSON.stringify(line))}\n`);
  };
  return {
    debug: (event, fields) => log('debug', event, fields),
    info: (event, fields) => log('info', event, fields),
    warn: (event, fields) => log('warn', event, fields),
    error: (event, fields) => log('error', event, fields),
    failure: (event, cause, fields) => log('error', event, { ...fields, ...describe(cause) }),
  };
}

/** The process's log, on standard error. */
export const log: Log = createLog({
  level: readLogLevel(),
  write: (line) => process.stderr.write(line),
  now: () => new Date(),
});

function describe(cause: unknown): LogFields {
  if (!(cause instanceof Error)) return { errorName: typeof cause };
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return {
    errorName: cause.name,
    errorCode: code,
    errorMessage: safeMessage(cause, code),
    errorStack: frames(cause),
    errorCause: cause.cause instanceof Error ? cause.cause.name : undefined,
  };
}

/** Our own messages, and those of the system and SQLite without what they quote, hold no content; a JSON error does. */
function safeMessage(error: Error, code: string | undefined): string | undefined {
  if (error.name === 'AppError' || error.name === 'SettingsError') return error.message;
  return code === undefined ? undefined : error.message.replace(/"[^"]*"/g, '"…"');
}

/** The stack without its head, which repeats the message. */
function frames(error: Error): string | undefined {
  const stack = error.stack ?? '';
  const afterMessage = stack.slice(Math.max(0, stack.indexOf(error.message)) + error.message.length);
  const lines = afterMessage.split('\n').filter((line) => /^ +at /.test(line));
  const kept = lines.slice(0, MAX_FRAMES).map((line) => line.trim());
  return kept.length === 0 ? undefined : kept.join('; ');
}

function clean(value: LogFields[string]): string | number | boolean | null | undefined {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'string') return value;
  const text = redact(value).text.replaceAll('\uFFFC', '[redacted]');
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Escapes what JSON leaves as it is and a terminal or a viewer acts on: C1 controls, line and text direction marks. */
function escapeMarks(json: string): string {
  return json.replace(
    /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
