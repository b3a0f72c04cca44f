/** A store with people, their sessions and tokens, behind the MCP door on a port of this machine. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { vi } from 'vitest';
import { flushTokenUses } from '../../server/auth/token-uses.ts';
import type { AgentToken, Person, Role } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { log } from '../../server/log.ts';
import { CallBudget } from '../../server/mcp/call-budget.ts';
import { type McpDoor, serveMcp } from '../../server/mcp/http.ts';
import { NOW_MS, openTestStore, type TestStore } from '../support/test-store.ts';
import { addTestToken } from '../support/tokens.ts';
import { addTestPerson, saveTestTranscript, type TestTranscript, writer } from '../support/transcripts.ts';

export type Wire = { readonly status: number; readonly headers: Headers; readonly text: string };
type Change = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
};

export class McpHouse {
  readonly store: TestStore;
  readonly door: McpDoor;
  clock = NOW_MS;
  #server: Promise<Server> | null = null;
  #clients: Client[] = [];

  /** What was logged of calls, a JSON text a line. */
  readonly logged: string[] = [];

  constructor(engine: Partial<Engine> = {}) {
    for (const level of ['info', 'warn'] as const)
      vi.spyOn(log, level).mockImplementation((event, fields) =>
        this.logged.push(JSON.stringify({ event, ...fields })),
      );
    vi.spyOn(log, 'failure').mockImplementation((event, _cause, fields) =>
      this.logged.push(JSON.stringify({ event, ...fields })),
    );
    this.store = openTestStore({ now: () => this.clock });
    this.door = {
      runtime: {
        engine: { ...this.store.engine, ...engine },
        settings: { publicOrigin: 'https://scrollback.example.org', port: 4812 },
      },
      budget: new CallBudget(),
      now: () => this.clock,
    };
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.close();
    const server = await this.#server;
    server?.closeAllConnections();
    server?.close();
    // Else they are noted when the store is closed.
    await flushTokenUses(this.door.runtime.engine);
    await this.store.close();
  }

  addPerson(name: string, role: Role = 'member'): Promise<Person> {
    return addTestPerson(this.store.engine, `${name}@example.org`, role);
  }

  async save(of: Person, transcript: TestTranscript): Promise<void> {
    await saveTestTranscript(writer(this.store.engine, of), transcript);
  }

  addToken(of: Person, more: Partial<AgentToken> = {}): Promise<string> {
    return addTestToken(this.store.engine, of, more);
  }

  /** One request as a program sends it, straight to the door. */
  async send(token: string | null, change: Change = {}): Promise<Wire> {
    const { method = 'POST', headers = {}, body } = change;
    const all = new Headers({ host: 'localhost:4812', 'content-type': 'application/json' });
    if (token !== null) all.set('authorization', `Bearer ${token}`);
    for (const [name, value] of Object.entries(headers)) {
      if (value === '') all.delete(name);
      else all.set(name, value);
    }
    const init = { method, headers: all, ...(body === undefined ? {} : { body, duplex: 'half' as const }) };
    const response = await serveMcp(this.door, new Request('http://localhost:4812/api/mcp', init));
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** One message of the protocol before 2026, which needs no envelope. */
  async message(token: string, message: unknown): Promise<Wire> {
    return this.send(token, { body: JSON.stringify(message) });
  }

  /** A tool's reply, through the door and without a client. */
  async tool(token: string, name: string, args: unknown = {}): Promise<ToolReply> {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const { text } = await this.message(token, call);
    const { result } = JSON.parse(text) as { result: { content: [{ text: string }]; isError: boolean } };
    return { text: result.content[0].text, isError: result.isError, reply: JSON.parse(result.content[0].text) };
  }

  /** Where the door listens: a server of Node's around what takes and gives web requests and responses. */
  async listen(): Promise<URL> {
    this.#server ??= this.#start();
    const { port } = (await this.#server).address() as AddressInfo;
    return new URL(`http://127.0.0.1:${port}/api/mcp`);
  }

  async #start(): Promise<Server> {
    const server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  /** The official client over real HTTP. */
  async connect(token: string, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(await this.listen(), { requestInit }));
    this.#clients.push(client);
    return client;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { port } = request.socket.address() as AddressInfo;
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const { method = 'GET', url = '/' } = request;
    const isBare = method === 'GET' || method === 'HEAD' || method === 'DELETE';
    const asked = new Request(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
      signal: gone.signal,
      ...(isBare ? {} : { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const }),
    });
    const settings = { ...this.door.runtime.settings, port };
    const answer = await serveMcp({ ...this.door, runtime: { ...this.door.runtime, settings } }, asked);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  }
}

export type ToolReply = { readonly text: string; readonly isError: boolean; readonly reply: Reply };

/** What the tools reply, as far as tests look at it. */
export type Reply = Readonly<Record<string, unknown>> & {
  readonly status: string;
  readonly error: string;
  readonly results: readonly { readonly messageId: string; readonly snippet: string }[];
  readonly messages: readonly {
    readonly messageId: string;
    readonly text: string;
    readonly parts?: readonly unknown[];
  }[];
  readonly sessions: readonly {
    readonly sessionKey: string;
    readonly messages?: readonly { readonly messageId: string; readonly text: string }[];
  }[];
  readonly nextCursor: string | null;
  readonly bytes: number;
};
