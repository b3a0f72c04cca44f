import { looksMixed } from '../looks-random.ts';
import { isPlaceholderPassword } from '../placeholder-password.ts';
import { type Candidate, matchAt, type Rule } from '../rule.ts';

/** The name, and what stands before the value: bare, quoted for a shell, in JSON, in JSON in JSON, as an argument, in a proxy's settings. */
const NAME = /uthorization(?:["'`\\\s]{0,12}(?:[:=,]|%3A)(?:%20|["'`\\\s[(]){0,12}|[ \t]{1,4}["'])/iy;
const VALUE = /(bearer|basic|token|apikey)(?:%20|\s){1,4}([A-Za-z0-9._~+/=:|-]{7,4096}[A-Za-z0-9_~+/=|-])/iy;
/** The scheme without the header's name: then the credential itself must look like one. */
const BARE_BEARER = /earer(?:%20|\s){1,4}([A-Za-z0-9._~=-]{19,4096}[A-Za-z0-9_~=-])/iy;
const LONG_RUN = /[A-Za-z0-9]{16}/;

/** Only the credential is hidden; the header's name and the scheme stay readable. */
const namedHeader: Rule = {
  kind: 'authorization-header',
  keywords: ['uthorization', 'UTHORIZATION'],
  takesWholeRun: false,
  find(text, at) {
    const name = matchAt(NAME, text, at);
    if (name === null) return null;
    const valueAt = at + name[0].length;
    const value = matchAt(VALUE, text, valueAt);
    if (value === null) return null;
    const [whole, scheme = '', credential = ''] = value;
    const isSecret = scheme.toLowerCase() === 'basic' ? isBasicCredential(credential) : looksMixed(credential, 8);
    return isSecret ? lastPart(valueAt + whole.length, credential) : null;
  },
};

const bareBearer: Rule = {
  kind: 'authorization-header',
  keywords: ['earer', 'EARER'],
  takesWholeRun: false,
  find(text, at) {
    const match = matchAt(BARE_BEARER, text, at);
    const credential = match?.[1];
    if (match === null || credential === undefined) return null;
    if (!LONG_RUN.test(credential) || !looksMixed(credential, 16)) return null;
    return lastPart(at + match[0].length, credential);
  },
};

function lastPart(end: number, part: string): Candidate {
  return { start: end - part.length, end, needsBreakBefore: false };
}

/** `user:password` in base64, unless the password is a well-known one of documentation; else like any other token. */
function isBasicCredential(credential: string): boolean {
  const decoded = Buffer.from(credential, 'base64').toString('latin1');
  const colon = decoded.indexOf(':');
  if (colon === -1 || !/^[\x20-\x7e]*$/.test(decoded.slice(0, colon))) return looksMixed(credential, 16);
  return !isPlaceholderPassword(decoded.slice(colon + 1));
}

export const authorizationHeaders: readonly Rule[] = [namedHeader, bareBearer];
