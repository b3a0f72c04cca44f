import { looksRandom, mixesCharacters } from '../looks-random.ts';
import { endOf, matchAt, type Rule } from '../rule.ts';

const BEGIN = /---- ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
/** From the last key line that was understood to the END line: room for an odd way of quoting lines. */
const END_MAX_DISTANCE = 32_768;

const HEADER_LINE = /(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash): ?[^\r\n\\"]{0,100}/y;
/** Between key lines: space, line breaks as JSON writes them, quotes, and marks of diffs, citations, line numbers. */
const BETWEEN_LINES = /(?:\\[nrt]|[0-9]{1,6} {0,4}[→:|\t]|[\s\\"'`,;>#|*+()])+/y;
const KEY_CHARACTERS = /[A-Za-z0-9+/=]+/y;
const RUNS_OF_KEY_CHARACTERS = /[A-Za-z0-9+/=]+/g;
const MASK_OR_REPLACEMENT = /[\uFFFC\uFFFD]/;

/** A run as long as this between BEGIN and END is key, however its lines are set. */
const LONG_RUN = 40;
/** Less than this is a placeholder such as `MIIEpAIBAAKCAQEA...`, the part that all RSA keys share. */
const FEWEST_KEY_CHARACTERS = 24;
/** For short last lines: words have their capital in front. */
const CAPITAL_INSIDE = /[a-z][A-Z]/;
/** A shorter last line could be a word of the text that follows a key without END. */
const FEWEST_LINE_CHARACTERS = 8;

/** The whole block from BEGIN to END; when END is missing, as far as lines look like a key. */
export const privateKey: Rule = {
  kind: 'private-key',
  keywords: ['----BEGIN ', '---- BEGIN '],
  takesWholeRun: false,
  find(text, at) {
    const begin = matchAt(BEGIN, text, at);
    if (begin === null) return null;
    const bodyStart = at + begin[0].length;
    const body = readBody(text, bodyStart);
    const blockEnd = findEnd(text, body.end);
    if (!body.isKey && (blockEnd === null || !holdsKey(text.slice(bodyStart, blockEnd)))) return null;
    const start = text[at - 1] === '-' ? at - 1 : at;
    return { start, end: blockEnd ?? body.end, needsBreakBefore: false };
  },
};

function readBody(text: string, start: number): { readonly end: number; readonly isKey: boolean } {
  let end = start;
  let first = '';
  let characters = 0;
  let at = start;
  for (;;) {
    at = endOf(BETWEEN_LINES, text, at);
    const header = characters === 0 ? matchAt(HEADER_LINE, text, at) : null;
    if (header !== null) {
      at += header[0].length;
      continue;
    }
    const line = matchAt(KEY_CHARACTERS, text, at)?.[0] ?? '';
    if (!isKeyLine(line)) break;
    at += line.length;
    end = at;
    characters += line.length;
    if (first.length < FEWEST_KEY_CHARACTERS) first += line;
  }
  return { end, isKey: characters >= FEWEST_KEY_CHARACTERS && looksRandom(first) };
}

/** For blocks whose lines are set in a way that `readBody` does not know. */
function holdsKey(block: string): boolean {
  const runs = [...block.matchAll(RUNS_OF_KEY_CHARACTERS)].map(([run]) => run);
  return runs.some((run) => run.length >= LONG_RUN && mixesCharacters(run) && looksRandom(run));
}

function isKeyLine(line: string): boolean {
  if (line.length < FEWEST_LINE_CHARACTERS) return line.endsWith('=');
  return mixesCharacters(line) || CAPITAL_INSIDE.test(line);
}

function findEnd(text: string, from: number): number | null {
  const dashes = text.indexOf('----', from);
  if (dashes === -1 || dashes - from > END_MAX_DISTANCE) return null;
  const end = matchAt(END, text, dashes);
  if (end === null || MASK_OR_REPLACEMENT.test(text.slice(from, dashes))) return null;
  return dashes + end[0].length;
}
