import { log } from '../../server/log.ts';
import { CallBudget } from '../../server/mcp/call-budget.ts';
import { type McpDoor, serveMcp } from '../../server/mcp/http.ts';
import { NOW_MS } from '../support/test-store.ts';
import { ALL_SESSIONS, type Ask, type AskFor, type Searching } from './asks.ts';
import { type Answer, type Call, type Door, kindOfSentence } from './door.ts';
import { queryText } from './query-asks.ts';

const PORT = 3000;
const HITS_MAX = 25;

/** Real requests with a real token to the agents' tools. */
export const mcpDoor: Door = {
  name: 'MCP',
  actors: 'tokens',
  fit: fitToTools,
  call: async ({ engine, token }, _, call) => {
    const settings = { publicOrigin: null, port: PORT };
    // Nobody waits for the budget here.
    const door: McpDoor = { runtime: { engine, settings }, budget: new CallBudget(), now: () => NOW_MS };
    const { name, args } = toolCall(call);
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const request = new Request(`http://127.0.0.1:${PORT}/api/mcp`, {
      method: 'POST',
      headers: {
        host: `127.0.0.1:${PORT}`,
        authorization: `Bearer ${token?.token ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return toAnswer(await quietly(() => serveMcp(door, request)));
  },
};

/** Each call of a tool is a line of the log, which nobody reads here. */
async function quietly<Result>(work: () => Promise<Result>): Promise<Result> {
  const kept = { ...log };
  log.info = () => undefined;
  try {
    return await work();
  } finally {
    Object.assign(log, kept);
  }
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const { result } = JSON.parse(text) as { result: { content: readonly [{ text: string }] } };
  const reply = JSON.parse(result.content[0].text) as { status: string; error: string };
  return { bytes: `${response.status}\n${text}`, value: reply.status === 'ok' ? reply : refusalIn(reply) };
}

function refusalIn({ status, error }: { status: string; error: string }): object {
  const told: Readonly<Record<string, string>> = { not_found: 'not-found', forbidden: 'forbidden' };
  return { refused: told[status] ?? kindOfSentence(error), message: error };
}

/** What agents have no tool for is asked for with the tool that shows the same session. */
function fitToTools(ask: Ask): Ask | null {
  switch (ask.type) {
    case 'search':
      return fitSearch(ask, ask.limit);
    case 'facets':
      return fitSearch({ ...ask, sort: 'best', group: 'message', within: null }, HITS_MAX);
    case 'export-hits':
      return fitSearch(ask, HITS_MAX);
    case 'list':
      return { ...ask, filter: fitList(ask.filter) };
    case 'export-list':
      return { type: 'list', limit: 2, filter: fitList(ask.filter) };
    case 'history':
      return { ...ask, branch: null, from: ask.from?.at === 'start' ? null : ask.from };
    case 'pasted':
      return typeof ask.name === 'string' ? null : { ...OPEN, name: ask.name };
    case 'message':
      return { ...OPEN, name: ask.name, from: { at: 'around', messageId: ask.messageId } };
    case 'facets-of-all':
      return { type: 'list', limit: HITS_MAX, filter: fitList(ALL_SESSIONS) };
    case 'get':
    case 'verify':
    case 'grants':
    case 'branches':
    case 'outline':
    case 'export':
      return { ...OPEN, name: ask.name };
  }
}

const OPEN: Omit<AskFor<'history'>, 'name'> = {
  ...{ type: 'history', from: null, branch: null, includeTools: true, role: null, limit: 20 },
};

/** The tool takes no blank query. */
function fitSearch(ask: Searching, limit: number): Ask | null {
  if (queryText(ask.query) === '') return null;
  const { query, within } = ask;
  const as = { sort: 'best', group: 'message', match: 'some', timeZone: 'UTC', lastWordIsPrefix: false } as const;
  return { type: 'search', query, within, ...as, limit: Math.min(limit, HITS_MAX) };
}

function fitList(filter: AskFor<'list'>['filter']): AskFor<'list'>['filter'] {
  const { search, agentId, kinds, archived } = filter;
  return { ...ALL_SESSIONS, search, agentId, kinds, archived: archived ?? false };
}

function toolCall({ verb, input }: Call): { name: string; args: object } {
  if (verb === 'search') {
    const { query, limit, within } = input;
    const { session, ...rest } = (within ?? {}) as { session?: string };
    const name = session === undefined ? {} : { sessionKey: session };
    return { name: 'sessions_search', args: { query, limit, ...rest, ...name } };
  }
  if (verb === 'list') return { name: 'sessions_list', args: { ...input, messageLimit: 2 } };
  const { session, around, ...rest } = input;
  const point = around === undefined ? {} : { messageId: around };
  return { name: 'sessions_history', args: { ...rest, ...point, sessionKey: session } };
}
