import { describe, expect, it } from 'vitest';
import { readNextPath } from '../../app/sign-in/search-params.ts';
import { ownPath } from '../../server/auth/options.ts';
import fc from '../support/property.ts';

const BASE = 'http://localhost:3000';
/** Each would lead elsewhere, or nowhere, in some browser. */
const ATTACKS = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  ' //evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https://evil.example',
  'http://localhost:3000@evil.example/',
  'http://localhost:3000.evil.example/',
  'http://user@localhost:3000/',
  'http://user:password@localhost:3000/',
  'http://localhost:3001/',
  'https://localhost:3000/',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'blob:http://localhost:3000/1',
  'http://',
  'http://[::1',
  '%2F%2Fevil.example',
  '',
  '?next=//evil.example',
  'evil.example',
  `/${'a'.repeat(2001)}`,
  `http://localhost:3000/${'a'.repeat(2001)}`,
];

describe('a callback address', () => {
  it('H9: that is not a path of our own leads to the start page', () => {
    for (const url of ATTACKS) expect({ url, to: ownPath(url, BASE) }).toEqual({ url, to: BASE });
    for (const callbackUrl of ATTACKS.filter((url) => !url.startsWith('http://localhost:3000/')))
      expect({ callbackUrl, to: readNextPath({ callbackUrl }) }).toEqual({ callbackUrl, to: '/' });
    // Written so that it is a path of our own until its dots are taken out.
    for (const callbackUrl of [
      '/.//evil.example',
      '/a/..//evil.example',
      '/%2e//evil.example',
      '/a/%2E%2e//evil.example',
    ])
      expect({ callbackUrl, to: readNextPath({ callbackUrl }) }).toEqual({ callbackUrl, to: '/' });
    expect(readNextPath({ callbackUrl: ['/a', '/b'] })).toBe('/');
    expect(readNextPath({})).toBe('/');
  });

  it('H9: of our own is kept with its query', () => {
    expect(ownPath('/sessions/abc?q=a%20b#end', BASE)).toBe(`${BASE}/sessions/abc?q=a%20b#end`);
    expect(ownPath(`${BASE}/search?q=x`, BASE)).toBe(`${BASE}/search?q=x`);
    expect(readNextPath({ callbackUrl: '/search?q=x' })).toBe('/search?q=x');
  });

  it('H9: never leaves our origin and always fits into a header, whatever it is', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      ':',
      '@',
      '.',
      '\t',
      '\n',
      '\0',
      ' ',
      'http',
      'javascript:',
      'localhost:3000',
      'evil',
      'é',
      '%0a',
      '#',
      '?',
      '//',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => {
        const to = ownPath(parts.join(''), BASE);
        expect(new URL(to).origin).toBe(BASE);
        expect(() => new Headers({ location: encodeURI(to) })).not.toThrow();
        expect(/\p{Cc}/u.test(to)).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });
});
