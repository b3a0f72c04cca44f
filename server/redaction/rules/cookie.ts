import { isAssignedSecret } from '../assigned-value.ts';
import { endOf, matchAt, type Rule } from '../rule.ts';

/** The header's name and what stands before its value, as for `Authorization`. */
const NAME = /ookie["'`\\\s]{0,8}(?:[:=,]|%3A)(?:%20|["'`\\\s[(]){0,8}/iy;
const PAIR = /([A-Za-z0-9_.$-]{1,64})=([^\s;,"'`\\\uFFFC\uFFFD]{0,512})/y;
const REST = /[^\s;,"'`\\\uFFFC\uFFFD]*/y;
const BETWEEN = /(?:;|%3B)(?:%20|[ \t]){0,4}/y;
const PAIRS_MOST = 40;
const SESSION_NAME = /sess|sid$|^sid|auth|token|jwt|login|remember|csrf|xsrf|ticket|identity|aspxauth/i;
/** Values of sessions are found by their name, down to this; others must look like a secret. */
const FEWEST_CHARACTERS = 16;

/** From the first value that opens a session to the last one: what stands between goes with them. */
export const cookies: readonly Rule[] = [
  {
    kind: 'cookie',
    keywords: ['ookie', 'OOKIE'],
    takesWholeRun: false,
    find(text, at) {
      const name = matchAt(NAME, text, at);
      if (name === null) return null;
      let pairAt = at + name[0].length;
      let start = -1;
      let end = -1;
      for (let pairs = 0; pairs < PAIRS_MOST; pairs += 1) {
        const pair = matchAt(PAIR, text, pairAt);
        if (pair === null) break;
        const [whole, key = '', value = ''] = pair;
        if (SESSION_NAME.test(key) && value.length >= FEWEST_CHARACTERS && isAssignedSecret(value)) {
          if (start === -1) start = pairAt + key.length + 1;
          end = endOf(REST, text, pairAt + whole.length);
        }
        const between = matchAt(BETWEEN, text, pairAt + whole.length);
        if (between === null) break;
        pairAt += whole.length + between[0].length;
      }
      return start === -1 ? null : { start, end, needsBreakBefore: false };
    },
  },
];
