import { delimiter, isAbsolute, normalize, sep } from 'node:path';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What the environment says, checked. All paths are absolute. */
export type Settings = {
  /** SCROLLBACK_DATA: database, secrets, backups. */
  readonly dataDir: string;
  /** SCROLLBACK_BUNDLES: the bundled command line, child processes and migrations. */
  readonly bundlesDir: string;
  /** SCROLLBACK_ROOTS: folders that may be imported through the server. Empty also when it is not set: see `saysRoots`. */
  readonly importRoots: readonly string[];
  /** SCROLLBACK_URL: origin that people open, such as `https://scrollback.example.org`; null when it is not given. */
  readonly publicOrigin: string | null;
  /** SCROLLBACK_OWNER_EMAIL and SCROLLBACK_OWNER_PASSWORD: make the first owner without a browser; null unless both are given. */
  readonly owner: { readonly email: string; readonly password: string } | null;
  /** HOST and PORT that the server listens on. */
  readonly host: string;
  readonly port: number;
  /** SCROLLBACK_LOG. */
  readonly logLevel: LogLevel;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment cannot be used. The message has one line for each variable: its name, what is wrong, the way out. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads the environment. Throws `SettingsError` that names every wrong variable at once. An empty value counts as none. */
export function readSettings(environment: Environment = process.env): Settings {
  const problems: string[] = [];
  const read = <T>(name: string, parse: (value: string) => T, absent: T): T => {
    const value = environment[name]?.trim() ?? '';
    try {
      return value === '' ? absent : parse(value);
    } catch (problem) {
      problems.push(`${name} ${problem instanceof Error ? problem.message : String(problem)}`);
      return absent;
    }
  };
  const settings: Settings = {
    dataDir: read('SCROLLBACK_DATA', parseDataDir, ''),
    bundlesDir: read('SCROLLBACK_BUNDLES', parseAbsolute, ''),
    importRoots: read('SCROLLBACK_ROOTS', parseRoots, []),
    publicOrigin: read<string | null>('SCROLLBACK_URL', parseOrigin, null),
    owner: readOwner(environment, problems),
    host: read('HOST', parseHost, '127.0.0.1'),
    port: read('PORT', parsePort, 3000),
    logLevel: read('SCROLLBACK_LOG', parseLogLevel, 'info'),
  };
  for (const name of ['SCROLLBACK_DATA', 'SCROLLBACK_BUNDLES']) {
    if (!environment[name]?.trim()) problems.push(`${name} is not set; start with npm run up, which sets it`);
  }
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return settings;
}

/** False when nobody set SCROLLBACK_ROOTS; set to nothing, it says that there are no roots. */
export function saysRoots(environment: Environment = process.env): boolean {
  return environment['SCROLLBACK_ROOTS'] !== undefined;
}

/** SCROLLBACK_TOKEN: the token of an agent that `mcp` acts for; null when it is not given. */
export function readTokenSetting(environment: Environment = process.env): string | null {
  return environment['SCROLLBACK_TOKEN']?.trim() || null;
}

/** The least important level that is still logged. Never throws: `readSettings` reports a wrong value. */
export function readLogLevel(environment: Environment = process.env): LogLevel {
  return LOG_LEVELS.find((level) => level === environment['SCROLLBACK_LOG']?.trim()) ?? 'info';
}

function readOwner(environment: Environment, problems: string[]): Settings['owner'] {
  const email = environment['SCROLLBACK_OWNER_EMAIL']?.trim() ?? '';
  const password = environment['SCROLLBACK_OWNER_PASSWORD'] ?? '';
  if (email === '' && password === '') return null;
  if (email === '')
    problems.push('SCROLLBACK_OWNER_EMAIL is not set, but SCROLLBACK_OWNER_PASSWORD is; give both or none');
  if (password === '')
    problems.push('SCROLLBACK_OWNER_PASSWORD is not set, but SCROLLBACK_OWNER_EMAIL is; give both or none');
  return { email, password };
}

function parseAbsolute(value: string): string {
  if (!isAbsolute(value)) throw new Error(`is the relative path ${quote(value)}; give an absolute one`);
  return normalize(value);
}

function parseDataDir(value: string): string {
  const path = parseAbsolute(value);
  if (path.split(sep).includes('.next')) {
    throw new Error(
      `is ${quote(path)}, inside build output, which the next build deletes; give a folder outside .next`,
    );
  }
  return path;
}

function parseRoots(value: string): string[] {
  return value
    .split(delimiter)
    .filter((part) => part !== '')
    .map(parseAbsolute);
}

function parseOrigin(value: string): string {
  const fix = 'give an origin such as https://scrollback.example.org';
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`is not an http or https address; ${fix}`);
  if (url.username !== '' || url.password !== '') throw new Error(`holds a user name or password; ${fix}`);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') throw new Error(`has a path; ${fix}`);
  return url.origin;
}

function parseHost(value: string): string {
  if (/[\s/@]/.test(value)) throw new Error(`is ${quote(value)}; give a host name or address such as 127.0.0.1`);
  return value;
}

function parsePort(value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > 65_535) throw new Error(`is ${quote(value)}; give a number from 1 to 65535`);
  return port;
}

function parseLogLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value);
  if (!level) throw new Error(`is ${quote(value)}; give one of ${LOG_LEVELS.join(', ')}`);
  return level;
}

function quote(value: string): string {
  return JSON.stringify(value.length > 200 ? `${value.slice(0, 200)}…` : value);
}
