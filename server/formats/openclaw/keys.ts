/** Session keys as OpenClaw builds them: `agent:<agentId>:<rest>`. */
import type { SessionKind } from '../../contract/transcript.ts';

export const DEFAULT_AGENT_ID = 'main';

const FULL_KEY = /^agent:([^\s:\p{C}]{1,64}):([^\p{C}]+)$/u;
const MAX_KEY_LENGTH = 512;
const INCOGNITO = /:(?:dashboard|subagent):incognito-/;

export type SessionKey = { readonly key: string; readonly agentId: string; readonly rest: string };

/** Keys without the prefix (`main`, `cron:<job>`, `hook:<id>`) belong to the store's own agent. Null when it is no key. */
export function parseSessionKey(value: string, folderAgent: string | null): SessionKey | null {
  const trimmed = value.trim();
  if (trimmed === '' || trimmed.length > MAX_KEY_LENGTH) return null;
  const key = trimmed.startsWith('agent:') ? trimmed : `agent:${folderAgent ?? DEFAULT_AGENT_ID}:${trimmed}`;
  const match = FULL_KEY.exec(key);
  const [agentId, rest] = [match?.[1], match?.[2]];
  return agentId === undefined || rest === undefined ? null : { key, agentId, rest };
}

/** The key of a file that no store names. Always well formed, whatever the file is called. */
export function keyOfFile(nativeId: string, folderAgent: string | null): SessionKey {
  const agentId = folderAgent ?? DEFAULT_AGENT_ID;
  const rest =
    nativeId
      .replace(/\p{C}/gu, '-')
      .trim()
      .slice(0, MAX_KEY_LENGTH / 2) || 'unnamed';
  return { key: `agent:${agentId}:${rest}`, agentId, rest };
}

/** `chatType` is what the store says of the conversation; the key comes first. */
export function kindOfKey(rest: string, chatType: string | null): SessionKind {
  const parts = rest.split(':');
  const first = parts[0] ?? '';
  if (rest === 'main') return 'main';
  if (parts.includes('subagent')) return 'subagent';
  if (first === 'cron' || first === 'hook' || first === 'node') return first;
  if (first.startsWith('node-')) return 'node';
  const isGroup =
    parts.includes('group') || parts.includes('channel') || chatType === 'group' || chatType === 'channel';
  return isGroup ? 'group' : 'other';
}

/** A sub-agent of an incognito session is one too: OpenClaw marks both in the key. */
export function isIncognitoKey(key: string): boolean {
  return INCOGNITO.test(key);
}
