import { isAssignedPassword } from '../assigned-value.ts';
import type { Candidate, Rule } from '../rule.ts';
import { matchAt } from '../rule.ts';

type Word = { readonly value: string; readonly start: number };

/** A program and where its password stands, if it stands there for sure. */
type Program = {
  readonly keywords: readonly string[];
  /** The offset in the text and the password; null when the command holds none. */
  readonly passwordOf: (words: readonly Word[]) => Word | null;
};

const WORD =
  /[ \t]{1,4}(?:"([^"\s\uFFFC\uFFFD]{1,200})"|'([^'\s\uFFFC\uFFFD]{1,200})'|([^\s"';|&<>\uFFFC\uFFFD]{1,200}))/y;
/** The program's name goes on: `mysqldump`, `docker login`. */
const NAME = /[a-z-]{2,12}(?: registry)?(?: login)?/y;
const WORDS_MOST = 16;

const PROGRAMS: readonly Program[] = [
  { keywords: ['sshpass'], passwordOf: (words) => behindFlag(words, '-p') ?? gluedTo(words, '-p') },
  { keywords: ['mysql', 'mariadb'], passwordOf: (words) => gluedTo(words, '-p') },
  {
    keywords: ['docker login', 'podman login', 'helm registry login', 'az login', 'oc login'],
    passwordOf: (words) => behindFlag(words, '-p'),
  },
  { keywords: ['redis-cli'], passwordOf: (words) => behindFlag(words, '-a') },
  { keywords: ['ldapsearch', 'ldapmodify', 'ldapadd'], passwordOf: (words) => behindFlag(words, '-w') },
  { keywords: ['htpasswd'], passwordOf: (words) => words.filter(({ value }) => !value.startsWith('-'))[2] ?? null },
  {
    keywords: ['curl', 'wget'],
    passwordOf: (words) => behindColon(behindFlag(words, '-u') ?? behindFlag(words, '--user')),
  },
];

/** Only the password is hidden: the command stays readable. */
export const commandLine: readonly Rule[] = PROGRAMS.map(({ keywords, passwordOf }) => ({
  kind: 'command-line-password',
  keywords,
  takesWholeRun: false,
  find: (text, at) => candidateOf(passwordOf(readWords(text, at))),
}));

function candidateOf(password: Word | null): Candidate | null {
  if (password === null || !isAssignedPassword(password.value, true)) return null;
  return { start: password.start, end: password.start + password.value.length, needsBreakBefore: false };
}

/** The words of a command up to its end, without their quotes. */
function readWords(text: string, at: number): readonly Word[] {
  const words: Word[] = [];
  let end = at + (matchAt(NAME, text, at)?.[0].length ?? 0);
  while (words.length < WORDS_MOST) {
    const match = matchAt(WORD, text, end);
    if (match === null) break;
    const [whole, double, single, bare] = match;
    const value = double ?? single ?? bare ?? '';
    end += whole.length;
    words.push({ value, start: end - value.length - (bare === undefined ? 1 : 0) });
  }
  return words;
}

function behindFlag(words: readonly Word[], flag: string): Word | null {
  const at = words.findIndex(({ value }) => value === flag);
  return at === -1 ? null : (words[at + 1] ?? null);
}

function gluedTo(words: readonly Word[], flag: string): Word | null {
  const word = words.find(({ value }) => value.startsWith(flag) && value.length > flag.length);
  return word === undefined ? null : { value: word.value.slice(flag.length), start: word.start + flag.length };
}

function behindColon(word: Word | null): Word | null {
  const colon = word === null ? -1 : word.value.indexOf(':');
  return word === null || colon === -1 ? null : { value: word.value.slice(colon + 1), start: word.start + colon + 1 };
}
