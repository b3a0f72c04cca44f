import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../../server/cli/run-command.ts';
import { BUNDLES } from '../support/pooled-store.ts';
import { ALL_SESSIONS, type Ask, type AskFor, type Searching } from './asks.ts';
import { PEOPLE } from './cast.ts';
import { type Answer, type Call, type Door, kindOfSentence } from './door.ts';
import { readExport } from './exported.ts';

const FAILED = 1;
const PAGE = 20;

/** The command line's own commands, over the store of the stage. */
export const cliDoor: Door = {
  name: 'command line',
  actors: 'people',
  fit: fitToCommands,
  call: async ({ dataDir }, { actor }, call) => {
    process.env['SCROLLBACK_DATA'] = dataDir;
    process.env['SCROLLBACK_BUNDLES'] = BUNDLES;
    const { command, options, words } = commandLine(call);
    const as = ['--as', PEOPLE[actor]?.email ?? ''];
    const file = path.join(dataDir, 'exported');
    const isFile = command === 'export';
    const ran = await run([command, ...as, ...options, ...(isFile ? ['--output', file] : []), '--', ...words]);
    return toAnswer(call, isFile ? { ...ran, stdout: takeFile(file) } : ran);
  },
};

/** Empty when there is none: nothing was exported. */
function takeFile(file: string): string {
  if (!existsSync(file)) return '';
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  return text;
}

type Run = { readonly status: number; readonly stdout: string; readonly stderr: string };

/** What a command writes is kept, and not shown. */
async function run(args: readonly string[]): Promise<Run> {
  const written = { stdout: '', stderr: '' };
  const names = ['stdout', 'stderr'] as const;
  const kept = names.map((name): unknown => Reflect.get(process[name], 'write'));
  for (const name of names) {
    process[name].write = (text: string | Uint8Array): boolean => {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      return true;
    };
  }
  try {
    return { status: await runCommand(args), ...written };
  } finally {
    for (const [index, name] of names.entries()) Reflect.set(process[name], 'write', kept[index]);
  }
}

function toAnswer({ verb, input }: Call, { status, stdout, stderr }: Run): Answer {
  const bytes = `${status}\n${stdout}\n${stderr}`;
  if (status !== 0 && stdout === '') {
    return { bytes, value: { refused: status === FAILED ? kindOfSentence(stderr) : 'bad-input', message: stderr } };
  }
  const isFile = verb === 'export' || verb === 'export-list' || verb === 'export-hits';
  return { bytes, value: isFile ? readExport(verb, input, stdout) : JSON.parse(stdout) };
}

/** What there is no command for is asked for with the command that shows the same session. */
function fitToCommands(ask: Ask): Ask | null {
  switch (ask.type) {
    case 'search':
      return { type: 'search', limit: ask.limit, ...fitSearch(ask) };
    case 'facets':
      return { type: 'search', limit: PAGE, ...fitSearch({ ...ask, sort: 'newest', group: 'message', within: null }) };
    case 'export-hits':
      return { type: 'export-hits', ...fitSearch(ask), sort: 'best', group: 'message' };
    case 'list':
      return { ...ask, filter: fitList(ask.filter) };
    case 'export-list':
      return { ...ask, filter: { ...ALL_SESSIONS, search: ask.filter.search } };
    case 'facets-of-all':
      return { type: 'list', limit: PAGE, filter: ALL_SESSIONS };
    case 'history':
      return { ...ask, includeTools: false, role: null, from: ask.from?.at === 'start' ? null : ask.from };
    case 'export':
      return { ...ask, includeTools: true };
    case 'pasted':
    case 'verify':
      return ask;
    case 'message':
      return { ...OPEN, name: ask.name, from: { at: 'around', messageId: ask.messageId } };
    case 'branches':
    case 'outline':
      return { ...OPEN, name: ask.name, branch: ask.branch };
    case 'get':
    case 'grants':
      return { ...OPEN, name: ask.name };
  }
}

const OPEN: Omit<AskFor<'history'>, 'name'> = {
  ...{ type: 'history', from: null, branch: null, includeTools: false, role: null, limit: PAGE },
};

/** Commands go by the machine's own time zone, so that days are not asked for. */
function fitSearch({ query, sort, group }: Searching): Searching {
  const filters = query.filters.filter(({ name }) => name !== 'on');
  const as = { match: 'some', timeZone: 'UTC', lastWordIsPrefix: false, within: null } as const;
  return { query: { ...query, filters }, sort, group, ...as };
}

function fitList({ search, agentId }: AskFor<'list'>['filter']): AskFor<'list'>['filter'] {
  return { ...ALL_SESSIONS, search, agentId };
}

type CommandLine = { readonly command: string; readonly options: readonly string[]; readonly words: readonly string[] };

function commandLine({ verb, input }: Call): CommandLine {
  const word = (name: string): string => textOf(input[name]);
  switch (verb) {
    case 'search': {
      const all = input['group'] === 'message' ? ['--all'] : [];
      return {
        command: 'search',
        options: ['--json', ...all, ...named(input, 'limit', 'sort', 'cursor')],
        words: [word('query')],
      };
    }
    case 'list':
      return {
        command: 'sessions',
        options: ['--json', ...named({ ...input, agent: input['agentId'] }, 'agent', 'search', 'limit', 'cursor')],
        words: [],
      };
    case 'export':
      return {
        command: 'export',
        options: named({ ...input, format: input['as'] }, 'format', 'branch'),
        words: [word('session')],
      };
    case 'export-list':
      return { command: 'export', options: ['--list', ...named(input, 'search')], words: [] };
    case 'export-hits':
      return { command: 'export', options: [`--hits=${word('query')}`], words: [] };
    case 'verify':
      return { command: 'verify', options: ['--json'], words: [word('session')] };
    case 'facets':
    case 'get':
    case 'grants':
    case 'message':
    case 'branches':
    case 'outline':
    case 'history': {
      const options = named(input, 'around', 'branch', 'before', 'after', 'limit');
      return { command: 'history', options: ['--json', ...options], words: [word('session')] };
    }
  }
}

/** Texts and numbers alone are typed. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
}

function named(input: Call['input'], ...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => (input[name] === undefined ? [] : [`--${name}=${textOf(input[name])}`]));
}
