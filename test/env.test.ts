import { describe, expect, it } from 'vitest';
import { readLogLevel, readSettings, SettingsError, saysRoots } from '../server/env.ts';

const SOUND = { SCROLLBACK_DATA: '/srv/scrollback', SCROLLBACK_BUNDLES: '/opt/scrollback/.next/node' };

describe('the settings', () => {
  it('have defaults for all but the two folders', () => {
    expect(readSettings(SOUND)).toEqual({
      dataDir: '/srv/scrollback',
      bundlesDir: '/opt/scrollback/.next/node',
      importRoots: [],
      publicOrigin: null,
      owner: null,
      host: '127.0.0.1',
      port: 3000,
      logLevel: 'info',
    });
  });

  it('are read from the environment', () => {
    const settings = readSettings({
      SCROLLBACK_DATA: '/srv/a/../scrollback/',
      SCROLLBACK_BUNDLES: ' /opt/bundles ',
      SCROLLBACK_ROOTS: '/home/ann/.claude:/var/agents/::',
      SCROLLBACK_URL: 'https://Scrollback.example.org:443/',
      HOST: '::1',
      PORT: '8080',
      SCROLLBACK_LOG: 'warn',
      SCROLLBACK_OWNER_EMAIL: ' ann@example.org ',
      SCROLLBACK_OWNER_PASSWORD: ' spaces count ',
    });
    expect(settings).toEqual({
      dataDir: '/srv/scrollback/',
      bundlesDir: '/opt/bundles',
      importRoots: ['/home/ann/.claude', '/var/agents/'],
      publicOrigin: 'https://scrollback.example.org',
      owner: { email: 'ann@example.org', password: ' spaces count ' },
      host: '::1',
      port: 8080,
      logLevel: 'warn',
    });
  });

  it('take an owner only whole', () => {
    expect(problems({ ...SOUND, SCROLLBACK_OWNER_EMAIL: 'ann@example.org' })).toEqual([
      'SCROLLBACK_OWNER_PASSWORD is not set, but SCROLLBACK_OWNER_EMAIL is; give both or none',
    ]);
    expect(problems({ ...SOUND, SCROLLBACK_OWNER_PASSWORD: 'secret' })).toEqual([
      'SCROLLBACK_OWNER_EMAIL is not set, but SCROLLBACK_OWNER_PASSWORD is; give both or none',
    ]);
  });

  it('take an empty value for none', () => {
    expect(readSettings({ ...SOUND, PORT: '', HOST: ' ', SCROLLBACK_URL: '' })).toEqual(readSettings(SOUND));
  });

  it('tell no roots from roots that nobody set', () => {
    expect(saysRoots({ ...SOUND })).toBe(false);
    for (const value of ['', ' ', '/srv/a']) expect(saysRoots({ ...SOUND, SCROLLBACK_ROOTS: value })).toBe(true);
    expect(readSettings({ ...SOUND, SCROLLBACK_ROOTS: '' }).importRoots).toEqual([]);
  });

  it('say which folder is missing and who sets it', () => {
    expect(problems({})).toEqual([
      'SCROLLBACK_DATA is not set; start with npm run up, which sets it',
      'SCROLLBACK_BUNDLES is not set; start with npm run up, which sets it',
    ]);
  });

  it.each([
    ['SCROLLBACK_DATA', 'data', 'is the relative path "data"; give an absolute one'],
    ['SCROLLBACK_DATA', '/app/.next/data', 'is "/app/.next/data", inside build output'],
    ['SCROLLBACK_DATA', '/app/.next', 'inside build output'],
    ['SCROLLBACK_DATA', '/app/x/../.next/standalone/data', 'inside build output'],
    ['SCROLLBACK_BUNDLES', './.next/node', 'is the relative path "./.next/node"'],
    ['SCROLLBACK_ROOTS', '/a:b', 'is the relative path "b"'],
    ['SCROLLBACK_URL', 'scrollback.example.org', 'is not an http or https address; give an origin such as'],
    ['SCROLLBACK_URL', 'javascript:alert(1)', 'is not an http or https address'],
    ['SCROLLBACK_URL', 'https://example.org/scrollback', 'has a path'],
    ['SCROLLBACK_URL', 'https://example.org/?a', 'has a path'],
    ['HOST', 'http://localhost', 'is "http://localhost"; give a host name'],
    ['PORT', '0', 'is "0"; give a number from 1 to 65535'],
    ['PORT', '65536', 'is "65536"'],
    ['PORT', '3e3', 'is "3e3"'],
    ['PORT', '3000 3001', 'is "3000 3001"'],
    ['SCROLLBACK_LOG', 'verbose', 'is "verbose"; give one of debug, info, warn, error'],
  ])('refuse %s=%s', (name, value, says) => {
    const [problem, ...others] = problems({ ...SOUND, [name]: value });
    expect(others).toEqual([]);
    expect(problem?.split(' ')[0]).toBe(name);
    expect(problem).toContain(says);
  });

  it('accept a folder whose name only begins like build output', () => {
    expect(readSettings({ ...SOUND, SCROLLBACK_DATA: '/app/.nextcloud' }).dataDir).toBe('/app/.nextcloud');
  });

  it('never repeat a password in an address', () => {
    const [problem] = problems({ ...SOUND, SCROLLBACK_URL: 'https://ann:hunter2@example.org' });
    expect(problem).toContain('SCROLLBACK_URL holds a user name or password');
    expect(problem).not.toContain('hunter2');
  });

  it('name every wrong variable at once', () => {
    expect(problems({ SCROLLBACK_DATA: 'a', PORT: 'b', HOST: 'c d' }).map((line) => line.split(' ')[0])).toEqual([
      'SCROLLBACK_DATA',
      'HOST',
      'PORT',
      'SCROLLBACK_BUNDLES',
    ]);
  });

  it('quote a value on one line and not whole', () => {
    const [problem = ''] = problems({ ...SOUND, HOST: `a\nb ${'x'.repeat(10_000)}` });
    expect(problem.length).toBeLessThan(400);
    expect(problem).toContain('a\\nb');
  });
});

describe('the level of the log', () => {
  it('is info unless a known one is given', () => {
    expect(readLogLevel({})).toBe('info');
    expect(readLogLevel({ SCROLLBACK_LOG: 'loud' })).toBe('info');
    expect(readLogLevel({ SCROLLBACK_LOG: 'debug' })).toBe('debug');
  });
});

function problems(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
  throw new Error('the environment was accepted');
}
