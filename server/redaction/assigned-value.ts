import { hasDifferent, looksMixed, mixesCharacters } from './looks-random.ts';
import { isPlaceholderPassword } from './placeholder-password.ts';
import { isReference } from './reference.ts';

/** Only this much of a value is judged. */
const JUDGED_CHARACTERS = 128;

/** Words that stand where a value would: names of types, states, labels and schemes. */
const COMMON =
  /^(?:string|str|text|number|integer|int|bool|boolean|null|none|nil|undefined|true|false|required|optional|invalid|incorrect|missing|hidden|empty|unknown|default|disabled|enabled|object|bytes|byte|char|varchar|array|void|never|field|input|prompt|stdin|environment|plaintext|plain|basic|bearer|digest|login|signin|forgot|reset|confirm|wrong|correct|expired|protected|encrypted|hashed|bcrypt|argon2(?:id?)?|sha-?(?:1|256|512)|md5|pbkdf2|utf-?8|base64|secretstr|masked|sensitive|private|public|credentials|credential|generate|generated|random|update|create|delete|manual|static|dynamic|internal|external|accepted|rejected|blocked|matched|unchanged|visible|session|cookie|header|query|anonymous|nothing|something|whatever|provided|specified|configured|unset|auto|uuid(?:v?4)?|env)$/i;
/** Code: a chain of names, a call, an index, a type with parameters. */
const CODE = /^[A-Za-z_$][A-Za-z0-9_$]*(?:(?:\?\.|\.|->|::)[A-Za-z_$][A-Za-z0-9_$]*)+$|\(\)|=>|\$\{|\{\{|<%|%\(/;
/** A variable that is named after what it holds: `pass1`, `user_password2`, `newToken`. */
const VARIABLE = /(?:pass(?:word|wd|phrase)?|pwd?|secret|token|key|creds?|credentials?|auth)[0-9]{0,2}$/i;
const NAME = /^[A-Za-z_]+[0-9]{0,2}$/;
const PLACE = /^(?:\.{0,2}\/|~\/?|[a-z]{2,12}:\/\/|arn:|projects\/|[A-Za-z]:\\|#|op:|vault:|secretsmanager)/;
const FILE_NAME = /\.(?:pem|key|crt|json|ya?ml|txt|env|tsx?|m?jsx?|py|go|rs|md|html?|toml|conf)$/i;

const SIGN_INSIDE = /[^A-Za-z0-9_.,:;!?'-]|[!?'-][A-Za-z0-9]/;
const LOWER_WORD = /^[a-z]+$/;
const PASSWORD_FEWEST = 4;
const WORD_FEWEST = 6;

const PIECES = /[A-Za-z0-9]{4,}/g;
const SECRET_FEWEST = 12;
const STRETCH_CHARACTERS = 8;
/** Letters that a machine drew change their case more often than words written together. */
const LETTERS_A_CHANGE = 5;
const CASE_CHANGE = /[a-z][A-Z]|[A-Z][a-z]{1,2}(?![a-z])/g;

/** `mayBeWord`: where nothing but a value can stand, a lower-case word counts too (`DB_PASSWORD=swordfish`). */
export function isAssignedPassword(value: string, mayBeWord: boolean): boolean {
  const judged = value.slice(0, JUDGED_CHARACTERS);
  if (judged.length < PASSWORD_FEWEST || isNoValue(judged) || isPlaceholderPassword(judged)) return false;
  if (!hasDifferent(judged, 3)) return false;
  if (LOWER_WORD.test(judged)) return mayBeWord && judged.length >= WORD_FEWEST;
  return mixesCharacters(judged) || SIGN_INSIDE.test(judged) || (/^[0-9]+$/.test(judged) && mayBeWord);
}

/** For secrets that a machine made: pieces that no name, version or date would have. */
export function isAssignedSecret(value: string): boolean {
  const judged = value.slice(0, JUDGED_CHARACTERS);
  if (judged.length < SECRET_FEWEST || isNoValue(judged) || !looksMixed(judged, 10) || hasStretch(judged)) return false;
  let made = 0;
  for (const [piece] of judged.matchAll(PIECES)) if (looksMade(piece)) made += piece.length;
  return made >= SECRET_FEWEST;
}

function isNoValue(value: string): boolean {
  return isReference(value) || COMMON.test(value) || CODE.test(value) || isVariable(value) || isPlace(value);
}

function isVariable(value: string): boolean {
  return NAME.test(value) && VARIABLE.test(value);
}

function isPlace(value: string): boolean {
  return PLACE.test(value) || FILE_NAME.test(value);
}

function looksMade(piece: string): boolean {
  const digits = piece.replace(/[^0-9]+/g, '').length;
  if (digits > 0) return digits < piece.length && (digits > 1 || piece.length > 6);
  return (piece.match(CASE_CHANGE)?.length ?? 0) * LETTERS_A_CHANGE >= piece.length;
}

/** `xxxxxxxx` at the end of a real beginning: documentation. */
function hasStretch(value: string): boolean {
  let length = 1;
  for (let at = 1; at < value.length && length < STRETCH_CHARACTERS; at += 1)
    length = value[at] === value[at - 1] ? length + 1 : 1;
  return length >= STRETCH_CHARACTERS;
}
