/** What a session is called in the house, and whose it is. */
import type { TranscriptOutline } from '../../contract/transcript.ts';
import { hashBytes } from '../hash.ts';
import type { CodexOutline, ThreadHead } from './facts.ts';

export const AGENT_ID = 'codex';

const SAFE_ID = /^[A-Za-z0-9._-]+$/;
const ROLLOUT_FILE = /^rollout-.{1,80}-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

export type Identity = Pick<TranscriptOutline, 'nativeId' | 'sessionKey' | 'kind' | 'parentKey'>;

/** `head`: the file's own, null when it has none; then the file's name is all there is. */
export function identify(path: string, head: ThreadHead | null, outlines: readonly CodexOutline[]): Identity {
  const nativeId = asId(head?.id ?? idInName(path));
  if (head?.isSubAgent !== true)
    return { nativeId, sessionKey: keyOf(nativeId, false), kind: 'other', parentKey: null };
  const parentId = head.parentId === null ? null : asId(head.parentId);
  const parent = outlines.find(({ facts }) => facts.head?.id === head.parentId)?.facts.head;
  const isParentSubAgent = parent?.isSubAgent ?? head.isNested;
  return {
    nativeId,
    sessionKey: keyOf(nativeId, true),
    kind: 'subagent',
    parentKey: parentId === null || parentId === nativeId ? null : keyOf(parentId, isParentSubAgent),
  };
}

function keyOf(nativeId: string, isSubAgent: boolean): string {
  return isSubAgent ? `agent:${AGENT_ID}:subagent:${nativeId}` : `agent:${AGENT_ID}:${nativeId}`;
}

function idInName(path: string): string {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.jsonl$/, '');
  return ROLLOUT_FILE.exec(stem)?.[1] ?? (stem || 'unnamed');
}

/** Keys are typed, linked and split at colons: what does not fit in one is replaced, and a hash keeps names apart. */
function asId(name: string): string {
  if (SAFE_ID.test(name)) return name;
  const safe = name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return `${safe}-${hashBytes(new TextEncoder().encode(name)).toString(36)}`;
}
