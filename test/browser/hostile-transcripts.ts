import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Person } from '../../server/contract/actor.ts';
import { importPaths } from '../../server/ingest/import-paths.ts';
import type { Served } from '../served/server.ts';
import { writer } from '../support/transcripts.ts';
import type { Attack } from './hostile-attacks.ts';

/** Stands in front of every attack, so that one search finds them all. */
export const WORD = 'hostile';
/** A longer text stands in one message and one result only. */
const EVERYWHERE_MAX = 50_000;
const START_MS = Date.UTC(2026, 5, 1);

/** Writes a transcript for each attack, with a store that names them, and imports them for a person. */
export async function importHostile({ store }: Served, person: Person, from: HostileFolder): Promise<number> {
  const sessions = path.join(from.folder, 'agents', from.agent, 'sessions');
  mkdirSync(sessions, { recursive: true });
  const names: Record<string, unknown> = {};
  for (const [index, attack] of from.attacks.entries()) {
    const sessionId = sessionIdOf(index);
    const lines = recordsOf(attack, sessionId).map((record) => `${JSON.stringify(record)}\n`);
    const file = `${index} ${(attack.fact ?? 'plain').replaceAll('\0', '')}.jsonl`;
    writeFileSync(path.join(sessions, file), lines.join(''));
    const displayName = (attack.title ?? attack.text).slice(0, 180);
    names[`agent:${from.agent}:hook:${index}`] = { sessionId, updatedAt: START_MS + index, displayName };
  }
  writeFileSync(path.join(sessions, 'sessions.json'), JSON.stringify(names));
  const run = { nowMs: Date.now(), onProgress: () => undefined, signal: new AbortController().signal };
  const input = { paths: [from.folder], format: null, restoresDeleted: false, uploadFolder: null };
  return (await importPaths(writer(store.engine, person), input, run)).sessions;
}

export type HostileFolder = {
  readonly folder: string;
  readonly agent: string;
  readonly attacks: readonly Attack[];
};

export function sessionIdOf(index: number): string {
  return `0e000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/**
 * A conversation that holds the attack wherever text can stand: prompt, answer, a tool's name, input and output, a
 * picture's type, what a program put in, the summary of a compaction, and a branch that was left.
 */
function recordsOf({ text, fact = 'plain' }: Attack, sessionId: string): readonly object[] {
  const said = `${WORD}\n\n${text}`;
  const isLarge = text.length > EVERYWHERE_MAX;
  const model = { provider: 'acme', model: fact, stopReason: 'stop' };
  const call = { type: 'toolCall', id: fact, name: fact, arguments: isLarge ? {} : { command: text, [fact]: text } };
  const image = { type: 'image', mimeType: `image/${fact}`, data: 'AAAA' };
  const small = isLarge ? [{ type: 'text', text: `${WORD} beside it` }] : [{ type: 'text', text: said }];
  const summary = isLarge ? 'short' : text;
  const rows = [
    { type: 'message', id: `${fact}-first`, message: { role: 'user', content: small } },
    { type: 'message', id: 'left', message: { role: 'user', content: small } },
    { type: 'message', id: 'left-answer', message: { role: 'assistant', content: small, ...model } },
    {
      type: 'message',
      id: 'second',
      parentId: `${fact}-first`,
      message: { role: 'user', content: [{ type: 'text', text: said }, image] },
    },
    { type: 'custom_message', id: 'put-in', customType: fact, content: summary, display: true },
    { type: 'message', id: 'answer', message: { role: 'assistant', content: [...small, call], ...model } },
    {
      type: 'message',
      id: 'result',
      message: {
        role: 'toolResult',
        toolCallId: fact,
        toolName: fact,
        content: [{ type: 'text', text }],
        isError: false,
      },
    },
    { type: 'compaction', id: 'short', summary, firstKeptEntryId: 'second', tokensBefore: 1 },
    { type: 'message', id: 'last', message: { role: 'assistant', content: small, ...model } },
  ];
  let parentId: string | null = null;
  const head = {
    type: 'session',
    version: 3,
    id: sessionId,
    timestamp: new Date(START_MS).toISOString(),
    cwd: `/srv/${fact}`,
  };
  return [
    head,
    ...rows.map((row, index) => {
      const timestamp = new Date(START_MS + (index + 1) * 60_000).toISOString();
      const placed = { parentId, timestamp, ...row };
      parentId = row.id;
      return placed;
    }),
  ];
}
