import { AppError } from '../errors.ts';

export type Command = {
  /** Arguments and options, as they are typed. */
  readonly usage: string;
  readonly summary: string;
  /** Exit status: 0, or 1 when the work failed. Throws `AppError`. */
  readonly run: (args: readonly string[]) => Promise<number>;
};

/** `string` options take a value: `--name value` or `--name=value`. */
type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;
type Values<Given extends Options> = {
  readonly [Name in keyof Given]?: Given[Name]['type'] extends 'boolean' ? true : string;
};
type Spec<Given extends Options> = {
  readonly usage: string;
  readonly options: Given;
  readonly positionals: { readonly min: number; readonly max: number };
};

/**
 * Splits arguments. Only what begins with `--` is an option, so that `-word` can exclude and ids can begin with a dash;
 * everything behind a lone `--` is a word. Throws `bad-input` with the usage when an option is unknown or lacks its value.
 */
export function readArguments<const Given extends Options>(
  args: readonly string[],
  spec: Spec<Given>,
): { readonly values: Values<Given>; readonly positionals: readonly string[] } {
  const values = new Map<string, string | true>();
  const positionals: string[] = [];
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') positionals.push(...rest.splice(0));
    else if (word.startsWith('--')) values.set(...readOption(word, rest, spec));
    else positionals.push(word);
  }
  const { min, max } = spec.positionals;
  if (positionals.length < min) throw wrongUsage('Something is missing', spec);
  if (positionals.length > max) throw wrongUsage('There are too many words', spec);
  return { values: Object.fromEntries(values) as Values<Given>, positionals };
}

/** Takes the option's value out of `rest` where it stands there. */
function readOption(word: string, rest: string[], spec: Spec<Options>): [name: string, value: string | true] {
  const [, name = '', glued] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
  const option = Object.hasOwn(spec.options, name) ? spec.options[name] : undefined;
  if (option === undefined) throw wrongUsage(`--${name} is not an option here`, spec);
  if (option.type === 'boolean') {
    if (glued !== undefined) throw wrongUsage(`--${name} takes no value`, spec);
    return [name, true];
  }
  const value = glued ?? (rest[0]?.startsWith('--') ? undefined : rest.shift());
  if (value === undefined) throw wrongUsage(`--${name} lacks its value`, spec);
  return [name, value];
}

function wrongUsage(problem: string, spec: Pick<Spec<Options>, 'usage'>): AppError {
  return new AppError('bad-input', `${problem}. Usage: scrollback ${spec.usage}`);
}

/** A whole number in an option. Throws `bad-input`. */
export function readNumber(
  name: string,
  value: string | undefined,
  range: { min: number; max: number },
): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= range.min && number <= range.max) return number;
  throw new AppError('bad-input', `${name} takes a whole number from ${range.min} to ${range.max}, not "${value}".`);
}
