import { matchAt, type Rule } from '../rule.ts';

const HEADER_MAX_CHARACTERS = 16_384;
/** A header can hold the letters `eyJ` by chance, or be glued to text that does. */
const HEADER_MAX_TRIES = 8;
/** `{"alg":"x"}` in base64. */
const HEADER_FEWEST_CHARACTERS = 15;
const ALGORITHM = /"alg"\s{0,4}:\s{0,4}"[A-Za-z0-9-]{1,32}"/;
const PAYLOAD_AND_SIGNATURE = /\.eyJ[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)?/y;

/**
 * Found from its middle, `.eyJ`: the header is what reads back from the dot to JSON that names an algorithm.
 * A token without its signature is hidden too: it was cut off, or claims to need none.
 */
export const jwt: Rule = {
  kind: 'jwt',
  keywords: ['.eyJ'],
  takesWholeRun: false,
  find(text, at) {
    const start = findHeader(text, at);
    const tail = matchAt(PAYLOAD_AND_SIGNATURE, text, at);
    if (start === null || tail === null) return null;
    return { start, end: at + tail[0].length, needsBreakBefore: false };
  },
};

function findHeader(text: string, end: number): number | null {
  let runStart = end;
  while (end - runStart < HEADER_MAX_CHARACTERS && isBase64Url(text.charCodeAt(runStart - 1))) runStart -= 1;
  const run = text.slice(runStart, end);
  let at = run.indexOf('eyJ');
  for (let tries = 0; at !== -1 && tries < HEADER_MAX_TRIES; tries += 1) {
    if (isHeader(run.slice(at))) return runStart + at;
    at = run.indexOf('eyJ', at + 1);
  }
  return null;
}

/** Not parsed as JSON: throwing for each of a hostile text's many broken headers would take seconds. */
function isHeader(encoded: string): boolean {
  if (encoded.length < HEADER_FEWEST_CHARACTERS) return false;
  const json = Buffer.from(encoded, 'base64url').toString('latin1').trimEnd();
  return json.endsWith('}') && ALGORITHM.test(json);
}

function isBase64Url(code: number): boolean {
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isLetter || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x5f;
}
