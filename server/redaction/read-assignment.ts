import { namedAsSecret, type SecretName } from './named-as-secret.ts';
import { endOf, matchAt } from './rule.ts';

/** A value that is given to a name which promises a secret. */
export type Assignment = {
  readonly promise: SecretName;
  /** Its beginning: enough to judge it. */
  readonly value: string;
  readonly start: number;
  /** True where a value must stand: in quotes, or in the form of an environment variable. */
  readonly isCertain: boolean;
  /** True for an environment variable that ends in `SECRET`: people choose such values. */
  readonly mayBeChosen: boolean;
};

const NAME_FRONT_MOST = 48;
const NAME_REST = /[A-Za-z0-9_.-]{0,64}/y;
/** Names in languages whose letters are not ASCII promise passwords only. */
const FOREIGN_NAME = /(?:密码|密碼|口令|パスワード|비밀번호|ароль|รหัสผ่าน|ontraseña|asswort)/y;
const FOREIGN_SIGN = /["'`*]{0,3}[ \t]{0,4}(?:[：:=]|是|为|は|는|คือ)[ \t]{0,4}/y;

/** Between name and value: a sign, with quotes of the name, a type, or the form of XML in front. */
const SIGN =
  /(?:\\{0,3}["'`])?\]?[ \t]{0,12}(?::[ \t]{0,4}&?(?:'static )?(?:string|str|String)[ \t]{0,4}=|:=|=>|={1,3}|[:：])[ \t]{0,12}|["'] {1,4}value=|>/y;
const COMPARISON = /={2}/;
/** Where only a value in quotes counts. */
const WORD_SIGN = /[*_]{0,2} (?:is|was|=|to)(?: now| set to)?:? {1,2}(?=["'`])|["'`], {0,4}(?=["'`])/y;
/** `--password x`. */
const FLAG_SIGN = /[ \t]{1,4}/y;

const OPENING = /[bru]?(\\{0,3}["'`])/y;
const IN_DOUBLE = /[^\s"\\\uFFFC\uFFFD]{1,200}/y;
const IN_SINGLE = /[^\s'\\\uFFFC\uFFFD]{1,200}/y;
const IN_BACK = /[^\s`\\\uFFFC\uFFFD]{1,200}/y;
const BARE = /[^\s"'`<>,;&|(){}[\]\\\u0E00-\u0E7F\u3000-\u9FFF\uFF00-\uFFEF\uFFFC\uFFFD]{1,200}/y;
/** A value of the environment goes on to the space behind it. */
const BARE_ENVIRONMENT = /[^\s"'`\\\u0E00-\u0E7F\u3000-\u9FFF\uFF00-\uFFEF\uFFFC\uFFFD]{1,200}/y;
/** Enough to judge; longer values are read to their end once they are known to be secret. */
const HEAD_CHARACTERS = 200;
const REST = /[^\s"'`<>\\\u0E00-\u0E7F\u3000-\u9FFF\uFF00-\uFFEF\uFFFC\uFFFD]*/y;
const TRAILING_SIGNS = /[.,;:)&|]{1,8}$/;
const ENVIRONMENT_NAME = /^[A-Z][A-Z0-9_]*$/;
const CODE_BEHIND = '([{<';

/** The assignment whose name holds the keyword at `at`, or null. */
export function readAssignment(text: string, at: number): Assignment | null {
  const foreign = matchAt(FOREIGN_NAME, text, at);
  if (foreign !== null) return readForeign(text, at + foreign[0].length);
  let nameStart = at;
  while (at - nameStart < NAME_FRONT_MOST && isNameCode(text.charCodeAt(nameStart - 1))) nameStart -= 1;
  const nameEnd = endOf(NAME_REST, text, at);
  const whole = text.slice(nameStart, nameEnd);
  const name = whole.replace(/^[-.]+/, '');
  // The sign first: nearly all words of running text and of code have none.
  const sign = signBehind(text, nameEnd, { isFlag: whole.startsWith('--'), isTag: text[nameStart - 1] === '<' });
  const promise = sign === null ? null : namedAsSecret(name);
  if (sign === null || promise === null) return null;
  const start = nameEnd + sign.length;
  const isEnvironment = sign === '=' && ENVIRONMENT_NAME.test(name) && !'?&'.includes(text[nameStart - 1] ?? ' ');
  const mayBeChosen = isEnvironment && name.endsWith('SECRET');
  const isFlag = sign === '=' && whole.startsWith('--');
  return readValue(text, start, { promise, isEnvironment, mayBeChosen, isFlag, isTag: sign === '>' });
}

/** Letters, digits, `_`, `-` and `.`. */
function isNameCode(code: number): boolean {
  if (code >= 0x61 && code <= 0x7a) return true;
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || [0x5f, 0x2d, 0x2e].includes(code);
}

type Around = {
  readonly promise: SecretName;
  readonly isEnvironment: boolean;
  readonly mayBeChosen: boolean;
  readonly isFlag: boolean;
  readonly isTag: boolean;
};

function signBehind(text: string, at: number, { isFlag, isTag }: { isFlag: boolean; isTag: boolean }): string | null {
  const sign = matchAt(SIGN, text, at)?.[0];
  if (sign !== undefined) return COMPARISON.test(sign) || (sign === '>' && !isTag) ? null : sign;
  const word = matchAt(WORD_SIGN, text, at)?.[0];
  if (word !== undefined) return word;
  return isFlag ? (matchAt(FLAG_SIGN, text, at)?.[0] ?? null) : null;
}

function readForeign(text: string, nameEnd: number): Assignment | null {
  const sign = matchAt(FOREIGN_SIGN, text, nameEnd)?.[0];
  if (sign === undefined) return null;
  const around = {
    promise: 'password',
    isEnvironment: false,
    mayBeChosen: false,
    isFlag: false,
    isTag: false,
  } as const;
  return readValue(text, nameEnd + sign.length, around);
}

function readValue(text: string, at: number, around: Around): Assignment | null {
  const opening = matchAt(OPENING, text, at);
  if (opening !== null) return readQuoted(text, at + opening[0].length, { quote: opening[1] ?? '', around });
  const { promise, isEnvironment, mayBeChosen, isFlag, isTag } = around;
  const head = matchAt(isEnvironment ? BARE_ENVIRONMENT : BARE, text, at)?.[0] ?? '';
  const value = head.length < HEAD_CHARACTERS ? head.replace(TRAILING_SIGNS, '') : head;
  if (value === '' || !mayEnd(text, at + head.length, around) || text.startsWith('...', at + value.length)) return null;
  return { promise, value, start: at, isCertain: isEnvironment || isTag || isFlag, mayBeChosen };
}

/** What follows a value: the end of its element, or nothing that would make it code. */
function mayEnd(text: string, at: number, { isEnvironment, isTag }: Around): boolean {
  if (isTag) return text.startsWith('</', at);
  return isEnvironment || at >= text.length || !CODE_BEHIND.includes(text.charAt(at));
}

function readQuoted(text: string, at: number, { quote, around }: { quote: string; around: Around }): Assignment | null {
  const sign = quote.at(-1);
  const pattern = sign === '"' ? IN_DOUBLE : sign === "'" ? IN_SINGLE : IN_BACK;
  const value = matchAt(pattern, text, at)?.[0] ?? '';
  const isWhole = text.startsWith(quote, at + value.length) || value.length === HEAD_CHARACTERS;
  if (value === '' || !isWhole) return null;
  return { promise: around.promise, value, start: at, isCertain: true, mayBeChosen: false };
}

/** Where the value ends: behind its beginning, which is long, it goes on as far as such values can. */
export function endOfValue(text: string, { value, start }: Assignment): number {
  const end = start + value.length;
  return value.length < HEAD_CHARACTERS ? end : endOf(REST, text, end);
}
