import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Locked = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
};

const packages = Object.entries(
  (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }).packages,
).filter(([path]) => path !== '');

/** Licences that a self-hosted product under MIT may depend on. MPL and LGPL hold for files and libraries of their own. */
const LICENCES =
  /^(?:MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|BlueOak-1\.0\.0|CC-BY-4\.0|CC0-1\.0|Python-2\.0|Unlicense|WTFPL|MPL-2\.0|LGPL-3\.0-or-later|SIL OPEN FONT LICENSE)$/;

describe('the lock file', () => {
  it('names every package by its contents', () => {
    expect(packages.length).toBeGreaterThan(50);
    expect(packages.filter(([, locked]) => !locked.integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  });

  it('takes nothing from git, a file or an address without encryption', () => {
    const sources = packages.filter(
      ([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(sources.map(([path]) => path)).toEqual([]);
  });

  it('holds known licences only', () => {
    const unknown = packages.filter(([, { license = 'none' }]) => !isKnown(license));
    expect(unknown.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });
});

/** `A OR B` needs one that is known, `A AND B` both. */
function isKnown(license: string): boolean {
  const either = license.replace(/[()]/g, '').split(' OR ');
  return either.some((choice) => choice.split(' AND ').every((name) => LICENCES.test(name)));
}
