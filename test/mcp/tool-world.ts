/** A person with sessions of every sort that the tools must show in their bounds, a stranger, and a token. */
import { expect } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { NOW_MS, withDatabase } from '../support/test-store.ts';
import type { TestEntry } from '../support/transcripts.ts';
import { McpHouse, type Reply, type ToolReply } from './mcp-house.ts';

export const SECRET = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
export const LABEL = '[redacted:github-token]';
export const HOUR_MS = 3_600_000;

export class ToolWorld {
  readonly house: McpHouse;
  readonly ann: Person;
  readonly token: string;

  private constructor(house: McpHouse, ann: Person, token: string) {
    this.house = house;
    this.ann = ann;
    this.token = token;
  }

  static async open(): Promise<ToolWorld> {
    const house = new McpHouse();
    const ann = await house.addPerson('ann');
    await saveAll(house, ann);
    return new ToolWorld(house, ann, await house.addToken(ann));
  }

  /** A call that must do what it is asked. */
  async ask(name: string, args: unknown, by = this.token): Promise<Reply> {
    this.house.clock += 10_000; // nobody waits for the budget here
    const { reply, isError } = await this.house.tool(by, name, args);
    expect({ failure: isError ? reply : null }).toEqual({ failure: null });
    expect(reply.status).toBe('ok');
    return reply;
  }

  /** A call that must be refused, with a status and a sentence and nothing else. */
  async refused(name: string, args: unknown, by = this.token): Promise<Pick<Reply, 'status' | 'error'>> {
    this.house.clock += 10_000;
    const { reply, isError, text }: ToolReply = await this.house.tool(by, name, args);
    expect(isError).toBe(true);
    expect(JSON.parse(text)).toEqual({ status: reply.status, error: reply.error });
    return reply;
  }
}

async function saveAll(house: McpHouse, ann: Person): Promise<void> {
  const bob = await house.addPerson('bob', 'owner');
  await house.save(ann, {
    nativeId: 'lights',
    title: `Lights ${SECRET}`,
    kind: 'main',
    sessionKey: 'agent:main:main',
    entries: [
      { id: 'q', text: 'where is the lantern', timeMs: NOW_MS - 9 * HOUR_MS },
      { id: 'r', text: `the lantern needs ${SECRET} to start`, timeMs: NOW_MS - 8 * HOUR_MS },
      { id: 'old', parent: 'r', text: 'an abandoned lantern', timeMs: NOW_MS - 7 * HOUR_MS },
      { id: 's', parent: 'r', text: 'thanks', timeMs: NOW_MS - 6 * HOUR_MS },
    ],
  });
  await house.save(ann, {
    nativeId: 'many',
    agentId: 'ops',
    kind: 'cron',
    title: '字'.repeat(150),
    entries: manyMessages(),
  });
  await house.save(ann, { nativeId: 'long', agentId: 'ops', title: 'Lengths', entries: longMessages() });
  await house.save(ann, { nativeId: 'tools', title: 'Work', entries: toolMessages() });
  await house.save(bob, { nativeId: 'bobs', title: 'Bob', entries: [{ id: 'b', text: 'a lantern of bob' }] });
  withDatabase(house.store.file, (client) =>
    client.exec(`UPDATE session SET archived_at_ms = 1 WHERE session_key = 'agent:main:tools'`),
  );
}

function manyMessages(): readonly TestEntry[] {
  return Array.from({ length: 1001 }, (_, index) => ({
    id: `m${index}`,
    text: index < 26 ? `beacon number ${index} ${'字'.repeat(250)}` : `filler ${index} ${'.'.repeat(60)}`,
    timeMs: NOW_MS - 5 * HOUR_MS + index * 1000,
  }));
}

function longMessages(): readonly TestEntry[] {
  return [
    { id: 'l300', text: `short ${'a'.repeat(294)}` },
    { id: 'l301', text: `longer ${'b'.repeat(294)}` },
    { id: 'l4000', text: 'c'.repeat(4000) },
    { id: 'l4001', text: 'd'.repeat(4001) },
    { id: 'pair', text: `${'e'.repeat(3999)}😀 end` },
    { id: 'mask', text: `${'f '.repeat(1995)}${SECRET} end` },
  ].map((entry, index) => ({ ...entry, timeMs: NOW_MS - 4 * HOUR_MS + index * 1000 }));
}

function toolMessages(): readonly TestEntry[] {
  const message = (role: string, content: unknown, more: object = {}): unknown => ({
    type: 'message',
    message: { role, content, ...more },
  });
  const call = (id: string): unknown => ({
    type: 'toolCall',
    id,
    name: 'exec',
    arguments: { command: `echo ${SECRET}` },
  });
  const usage = { usage: { input: 7, cost: { total: 0.25 } } };
  const huge = Array.from({ length: 25 }, (_, index) => ({
    ...{ type: 'toolCall', id: `c${index}`, name: 'write' },
    arguments: { content: 'w'.repeat(4000) },
  }));
  const entries: readonly TestEntry[] = [
    {
      ...{ id: 't1', role: 'assistant', text: 'I look' },
      record: message('assistant', [{ type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' }, call('c')], usage),
    },
    {
      ...{ id: 't2', role: 'tool', kind: 'tool-result' },
      record: message('toolResult', 'r'.repeat(4001), { toolCallId: 'c' }),
    },
    {
      ...{ id: 't3', role: 'user', text: 'a picture' },
      record: message('user', [{ type: 'image', data: 'QUJD', mimeType: 'image/png' }]),
    },
    { id: 't4', role: 'assistant', text: 'writing', record: message('assistant', huge) },
  ];
  return entries.map((entry, index) => ({ ...entry, timeMs: NOW_MS - 30 * 60_000 + index * 1000 }));
}
