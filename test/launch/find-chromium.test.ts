import { describe, expect, it } from 'vitest';
import { findChromium } from '../browser/find-chromium.mjs';

const find = (env: Record<string, string>, ...there: string[]) => findChromium(env, (path) => there.includes(path));

describe('the browser of the browser tests', () => {
  it('is the one that is named, else Debian’s, else one on the path', () => {
    const env = { SCROLLBACK_CHROMIUM: '/opt/mine', PATH: '/bin:/opt/bin' };
    expect(find(env, '/opt/mine', '/usr/bin/chromium')).toBe('/opt/mine');
    expect(find({ PATH: env.PATH }, '/usr/bin/chromium', '/opt/bin/google-chrome')).toBe('/usr/bin/chromium');
    expect(find({ PATH: env.PATH }, '/opt/bin/google-chrome')).toBe('/opt/bin/google-chrome');
  });

  it('is asked for in one sentence where there is none, and never quietly another than the one that is named', () => {
    expect(() => find({ PATH: '/bin' })).toThrow(/install it \(Debian: apt-get install chromium\)/);
    expect(() => find({})).toThrow(/need Chromium or Chrome/);
    expect(() => find({ SCROLLBACK_CHROMIUM: '/gone' }, '/usr/bin/chromium')).toThrow(/SCROLLBACK_CHROMIUM is \/gone/);
  });
});
