/** Only this much of a secret is judged: enough to tell, and a bound on what hostile text can cost. */
const JUDGED_CHARACTERS = 64;
/** Documentation writes its placeholders with fewer different characters than this (`xxxx`, `0000`, `ABAB`). */
const FEWEST_DIFFERENT = 5;
const FEWEST_OF_EACH_CASE = 4;

const PLACEHOLDER_WORDS =
  /your|example|sample|placeholder|dummy|fake|test|demo|insert|replace|change|redacted|masked|hidden|removed|secret|password|passwd|token|access|value|user|auth|here|todo|api|key|foo|bar|xxx/gi;
const SEPARATORS = /[^A-Za-z0-9]+/g;

/** For secrets of letters and digits behind a prefix that says enough. `fewest`: letters and digits beside placeholders. */
export function looksRandom(body: string, fewest = 12): boolean {
  const judged = body.slice(0, JUDGED_CHARACTERS);
  return hasDifferent(judged, FEWEST_DIFFERENT) && isVaried(leftover(judged), fewest);
}

/** For secrets that may hold `-` and `_`, so that names in kebab or snake case could pass for them. */
export function looksMixed(body: string, fewest = 12): boolean {
  const judged = body.slice(0, JUDGED_CHARACTERS);
  if (!mixesCharacters(judged) || !hasDifferent(judged, FEWEST_DIFFERENT)) return false;
  const rest = leftover(judged);
  return isVaried(rest, fewest) && mixesCharacters(rest);
}

/** True when the text, of ASCII characters, has at least `fewest` different ones. */
export function hasDifferent(text: string, fewest: number): boolean {
  SEEN.fill(0);
  let different = 0;
  for (let at = 0; at < text.length && different < fewest; at += 1) {
    const code = text.charCodeAt(at);
    if (SEEN[code] === 0) different += 1;
    SEEN[code] = 1;
  }
  return different >= fewest;
}

/** One for all calls: hostile text makes millions, and a table each would cost more than the look itself. */
const SEEN = new Uint8Array(128);

/** Letters with digits, or both cases more often than words written together have them. */
export function mixesCharacters(text: string): boolean {
  let digits = 0;
  let uppers = 0;
  let lowers = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) digits += 1;
    else if (code >= 0x41 && code <= 0x5a) uppers += 1;
    else if (code >= 0x61 && code <= 0x7a) lowers += 1;
  }
  if (digits > 0) return uppers + lowers > 0;
  return uppers >= FEWEST_OF_EACH_CASE && lowers >= FEWEST_OF_EACH_CASE;
}

/**
 * What is left of a text after the words that placeholders are made of. A real secret that happens to hold such a
 * word, or is glued to one, still leaves enough; so the judgement only ever looks at what is left.
 */
function leftover(judged: string): string {
  return judged.replace(PLACEHOLDER_WORDS, '').replace(SEPARATORS, '');
}

function isVaried(rest: string, fewest: number): boolean {
  return rest.length >= fewest && hasDifferent(rest, FEWEST_DIFFERENT);
}
