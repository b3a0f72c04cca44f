import { isPlaceholderPassword } from '../placeholder-password.ts';
import { isReference } from '../reference.ts';
import { matchAt, type Rule } from '../rule.ts';

/** `://user:`, with slashes escaped as in JSON too. Group 1 is the user. */
const USER = /:(?:\\?\/){2}([^\s:/@?"'`<>\\\uFFFC\uFFFD]{0,128}):/y;
/** `password@host:port`; passwords are often not escaped as they should be, and hold an `@` themselves. */
const PASSWORD_AND_HOST = /(?:[^\s/?"'`<>\\\uFFFC\uFFFD]|\\u[0-9A-Fa-f]{4}){1,320}/y;

/** A port and what follows an address in running text: `http://a.b:80,c@d`. */
const PORT = /^[0-9]{1,5}(?:[,;#&|)\]\u0080-\uFFFF].*)?$/;
const FEWEST_CHARACTERS = 4;

/** Only the password is hidden: scheme, user and host stay readable. */
export const urlPassword: Rule = {
  kind: 'url-password',
  keywords: ['://', ':\\/\\/'],
  takesWholeRun: false,
  find(text, at) {
    const match = matchAt(USER, text, at);
    if (match === null) return null;
    const start = at + match[0].length;
    const rest = matchAt(PASSWORD_AND_HOST, text, start)?.[0] ?? '';
    // A host of one character at least.
    const sign = rest.lastIndexOf('@', rest.length - 2);
    if (sign === -1 || isPlaceholder(match[1] ?? '', rest.slice(0, sign), rest.slice(sign + 1))) return null;
    return { start, end: start + sign, needsBreakBefore: false };
  },
};

function isPlaceholder(user: string, password: string, host: string): boolean {
  if (password.length < FEWEST_CHARACTERS || isPlaceholderPassword(password) || isReference(password)) return true;
  if (PORT.test(password)) return user.includes('.') || user === 'localhost';
  // The untouched default of a machine of one's own: `postgres:postgres@db`, `guest:guest@localhost`.
  return password === user && (!host.includes('.') || host.startsWith('127.0.0.1'));
}
