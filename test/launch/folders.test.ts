import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LaunchFailure } from '../../server/launch/failure.mjs';
import { callerDir, launchEnvironment, ROOT, resolveDataDir } from '../../server/launch/folders.mjs';

describe('the data folder', () => {
  it('is data in the repository unless another is given', () => {
    expect(resolveDataDir('/opt/scrollback', undefined)).toBe('/opt/scrollback/data');
    expect(resolveDataDir('/opt/scrollback', ' ')).toBe('/opt/scrollback/data');
  });

  it('is meant from the root when it is relative, and as it stands when it is absolute', () => {
    expect(resolveDataDir('/opt/scrollback', '../state')).toBe('/opt/state');
    expect(resolveDataDir('/opt/scrollback', '/srv/data/')).toBe('/srv/data');
  });

  it.each(['.next/data', '.next', '/elsewhere/.next/data', 'x/../.next/data'])(
    'is refused in build output: %s',
    (value) => {
      expect(() => resolveDataDir('/opt/scrollback', value)).toThrow(LaunchFailure);
      expect(() => resolveDataDir('/opt/scrollback', value)).toThrow('SCROLLBACK_DATA is /');
    },
  );
});

describe('the environment of what is started', () => {
  it('has absolute folders, no telemetry and no mode, and the rest as it was', () => {
    expect(launchEnvironment('/opt/s', { SCROLLBACK_DATA: 'd', PORT: '1', NODE_ENV: 'test' })).toEqual({
      SCROLLBACK_DATA: '/opt/s/d',
      SCROLLBACK_BUNDLES: '/opt/s/.next/node',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: '1',
    });
  });

  it('knows the root of this repository', () => {
    expect(ROOT).toBe(join(import.meta.dirname, '../..'));
  });
});

describe('the folder where a command was typed', () => {
  it('is what npm kept of it', () => {
    expect(callerDir({ INIT_CWD: '/home/ann', npm_lifecycle_event: 'scrollback' }, 'scrollback', '/opt/s')).toBe(
      '/home/ann',
    );
  });

  it('is the working folder without npm, or when npm ran another script', () => {
    expect(callerDir({}, 'scrollback', '/tmp/here')).toBe('/tmp/here');
    expect(callerDir({ INIT_CWD: '/home/ann', npm_lifecycle_event: 'test' }, 'scrollback', '/tmp/here')).toBe(
      '/tmp/here',
    );
  });
});
