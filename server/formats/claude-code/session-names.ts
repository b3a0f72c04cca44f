/** Native ids and keys of sessions and their sub-agents, from the path and from what the lines say. */
import { hashBytes } from '../hash.ts';
import type { ClaudeCodeOutline } from './facts.ts';

export const AGENT_ID = 'claude-code';

const SESSION_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const SAFE_ID = /^[A-Za-z0-9._-]+$/;
const AGENT_FILE = /^agent-([A-Za-z0-9._-]+)\.jsonl$/;

/** `agent`: the sub-agent's own id, as its file is named. */
export type SubAgentFile = { readonly sessionId: string; readonly agent: string };

export function sessionKey(sessionId: string): string {
  return `agent:${AGENT_ID}:${sessionId}`;
}

export function subAgentKey(nativeId: string): string {
  return `agent:${AGENT_ID}:subagent:${nativeId}`;
}

/** A sub-agent's own id is short and comes again in other sessions, so its session is part of its native id. */
export function subAgentId(sessionId: string, agent: string): string {
  return `${sessionId}:${asId(agent)}`;
}

/** The file's name where it is a UUID. Copies under other names carry the ids of the sessions they go on from first. */
export function sessionIdOf(path: string, outlines: readonly ClaudeCodeOutline[]): string {
  const stem = fileName(path).replace(/\.jsonl$/, '');
  return SESSION_ID.test(stem) ? stem : (lastSessionId(outlines) ?? asId(stem));
}

/**
 * A sub-agent's own file is named like one and lies in its session's folder (before: beside the session's file), and
 * every line in it is marked as a sidechain's. Null when the file is something else, or names no session.
 */
export function findSubAgentFile(path: string, outlines: readonly ClaudeCodeOutline[]): SubAgentFile | null {
  const agent = AGENT_FILE.exec(fileName(path))?.[1];
  const chain = outlines.filter(({ facts }) => facts.chainType !== null);
  if (agent === undefined || !chain.some(isSidechain) || !chain.every(isSidechain)) return null;
  const folders = path.split('/').slice(0, -1);
  const owner = folders[folders.lastIndexOf('subagents') - 1];
  const sessionId = owner !== undefined && SAFE_ID.test(owner) ? owner : lastSessionId(outlines);
  return sessionId === null ? null : { sessionId, agent };
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isSidechain({ facts }: ClaudeCodeOutline): boolean {
  return facts.isSidechain;
}

function lastSessionId(outlines: readonly ClaudeCodeOutline[]): string | null {
  return (
    outlines.findLast(({ facts }) => facts.sessionId !== null && SAFE_ID.test(facts.sessionId))?.facts.sessionId ?? null
  );
}

/** Keys are typed, linked and split at colons: what does not fit in one is replaced, and a hash keeps names apart. */
function asId(name: string): string {
  if (SAFE_ID.test(name)) return name;
  const safe = name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return `${safe}-${hashBytes(new TextEncoder().encode(name)).toString(36)}`;
}
