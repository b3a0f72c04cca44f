import { tokenVisibilitySchema } from '../../contract/actor.ts';
import { type ShownToken, TOKEN_OVERLAP_HOURS_MAX, type TokenInput } from '../../contract/token.ts';
import { AppError } from '../../errors.ts';
import { createToken } from '../../people/create-token.ts';
import { listTokens } from '../../people/list-tokens.ts';
import { revokeToken } from '../../people/revoke-token.ts';
import { rotateToken } from '../../people/rotate-token.ts';
import type { WriteScope } from '../../visibility/scope.ts';
import { type Command, readArguments, readNumber } from '../command.ts';
import { commandWriter, withEngine } from '../context.ts';
import { countOf, formatTime, printJson, printLine, printNotice } from '../output.ts';

const usage =
  'token create --name N --agent A [--session KEY] [--visibility self|tree|agent|all] [--agents A,B] [--sandboxed] [--include-granted] [--write] [--expires 30d] | token list | token rotate ID [--overlap HOURS] | token revoke ID, each with [--as EMAIL] [--json]';

const OPTIONS = {
  name: { type: 'string' },
  agent: { type: 'string' },
  session: { type: 'string' },
  visibility: { type: 'string' },
  agents: { type: 'string' },
  sandboxed: { type: 'boolean' },
  'include-granted': { type: 'boolean' },
  write: { type: 'boolean' },
  expires: { type: 'string' },
  overlap: { type: 'string' },
  as: { type: 'string' },
  json: { type: 'boolean' },
} as const;
type Values = {
  readonly [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name]['type'] extends 'boolean' ? true : string;
};

export const tokenCommand: Command = {
  usage,
  summary:
    'Make, list, rotate or revoke tokens, by which agents read (and send) without a person; a secret is told once.',
  run: async (args) => {
    const positionals = { min: 1, max: 2 };
    const { values, positionals: words } = readArguments(args, { usage, options: OPTIONS, positionals });
    const act = chooseAct(words[0] ?? '', values, words[1]);
    await withEngine(async (engine) => act(await commandWriter(engine, values.as), values.json === true));
    return 0;
  },
};

type Act = (scope: WriteScope, asJson: boolean) => Promise<void>;

/** Everything is read before the store is opened. Throws `bad-input` for what does not go together. */
function chooseAct(verb: string, values: Values, id: string | undefined): Act {
  switch (verb) {
    case 'create':
      assertOnly(verb, values, { taken: CREATE_OPTIONS, id: id !== undefined });
      return create(readTokenInput(values, Date.now()));
    case 'list':
      assertOnly(verb, values, { taken: [], id: id !== undefined });
      return list;
    case 'rotate':
      assertOnly(verb, values, { taken: ['overlap'], id: false });
      return rotate(readId(id), readNumber('--overlap', values.overlap, { min: 0, max: TOKEN_OVERLAP_HOURS_MAX }));
    case 'revoke':
      assertOnly(verb, values, { taken: [], id: false });
      return revoke(readId(id));
    default:
      throw new AppError('bad-input', `"token ${verb}" is not a command. Usage: scrollback ${usage}`);
  }
}

const CREATE_OPTIONS: readonly string[] = [
  ...['name', 'agent', 'session', 'visibility', 'agents', 'sandboxed', 'include-granted', 'write', 'expires'],
];

/** An option that does nothing here must not look as if it did. */
function assertOnly(verb: string, values: Values, given: { taken: readonly string[]; id: boolean }): void {
  const odd = Object.keys(values).find((name) => name !== 'as' && name !== 'json' && !given.taken.includes(name));
  if (odd !== undefined)
    throw new AppError('bad-input', `--${odd} does not go with "token ${verb}". Usage: scrollback ${usage}`);
  if (given.id) throw new AppError('bad-input', `"token ${verb}" takes no ID. Usage: scrollback ${usage}`);
}

function readId(id: string | undefined): number {
  const number = readNumber('ID', id, { min: 1, max: Number.MAX_SAFE_INTEGER });
  if (number === undefined) throw new AppError('bad-input', `The ID is missing. Usage: scrollback ${usage}`);
  return number;
}

function readTokenInput(values: Values, nowMs: number): TokenInput {
  const { name, agent, session, agents, expires } = values;
  if (name === undefined || agent === undefined)
    throw new AppError(
      'bad-input',
      `--${name === undefined ? 'name' : 'agent'} is missing. Usage: scrollback ${usage}`,
    );
  const visibility = tokenVisibilitySchema.safeParse(values.visibility ?? 'tree');
  if (!visibility.success)
    throw new AppError('bad-input', `--visibility takes one of ${tokenVisibilitySchema.options.join(', ')}.`);
  return {
    name,
    agentId: agent,
    visibility: visibility.data,
    isSandboxed: values.sandboxed === true,
    includesGranted: values['include-granted'] === true,
    canWrite: values.write === true,
    ...(session === undefined ? {} : { session }),
    ...(agents === undefined ? {} : { agentIds: agents.split(',') }),
    ...(expires === undefined ? {} : { expiresAtMs: readEnd(expires, nowMs) }),
  };
}

const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `12h`, `30d`, `8w` from now, or a date as ISO 8601 writes it. */
function readEnd(text: string, nowMs: number): number {
  const [, count, unit = ''] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  if (count !== undefined) return nowMs + Number(count) * (UNITS_MS[unit] ?? 0);
  const atMs = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs))
    throw new AppError('bad-input', `--expires takes a time from now (12h, 30d, 8w) or a date, not "${text}".`);
  return atMs;
}

function create(input: TokenInput): Act {
  return async (scope, asJson) => {
    const made = await createToken(scope, input, Date.now());
    if (asJson) printJson(made);
    else printSecret(made.token, `Token ${made.id}. Keep it now: it is not shown again.`);
  };
}

function rotate(tokenId: number, overlapHours: number | undefined): Act {
  return async (scope, asJson) => {
    const made = await rotateToken(scope, { tokenId, ...(overlapHours === undefined ? {} : { overlapHours }) });
    if (asJson) printJson(made);
    else printSecret(made.token, `Token ${made.id} has this new secret. Keep it now: it is not shown again.`);
  };
}

/** The secret alone on standard output, for `$(…)`. */
function printSecret(token: string, notice: string): void {
  printLine(token);
  printNotice(notice);
}

function revoke(tokenId: number): Act {
  return async (scope, asJson) => {
    await revokeToken(scope, tokenId);
    if (asJson) printJson({ id: tokenId });
    else printLine(`Revoked token ${tokenId}.`);
  };
}

async function list(scope: WriteScope, asJson: boolean): Promise<void> {
  const tokens = await listTokens(scope);
  if (asJson) return printJson({ tokens });
  for (const token of tokens) printToken(token);
  printNotice(countOf(tokens.length, 'token'));
}

function printToken(token: ShownToken): void {
  const { id, state, name, agentId, session, visibility, agentIds, expiresAtMs, lastUsedAtMs } = token;
  const flags = [
    ...(agentIds === null ? [] : [`agents ${agentIds.join(', ') || 'none'}`]),
    ...(token.isSandboxed ? ['sandboxed'] : []),
    ...(token.includesGranted ? ['with granted'] : []),
    ...(token.canWrite ? ['writes'] : []),
    expiresAtMs === null ? 'no end' : `until ${formatTime(expiresAtMs)}`,
    lastUsedAtMs === null ? 'never used' : `used ${formatTime(lastUsedAtMs)}`,
  ];
  printLine(`${String(id).padEnd(5)} ${state.padEnd(7)}  ${visibility.padEnd(5)}  ${agentId}  ${name}`);
  printLine(`      ${[...(session === null ? [] : [session.sessionKey]), ...flags].join(', ')}`);
}
