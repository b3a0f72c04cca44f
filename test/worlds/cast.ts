/** Who and what there is in every world: people, words, secrets. */
import type { Role } from '../../server/contract/actor.ts';
import type { SessionKind } from '../../server/contract/transcript.ts';
import { invent } from '../redaction/values.ts';
import { NOW_MS } from '../support/test-store.ts';

/** The second owner only lets the first one lose the role. */
export const PEOPLE: readonly { readonly email: string; readonly role: Role }[] = [
  { email: 'owner@example.org', role: 'owner' },
  { email: 'operator@example.org', role: 'operator' },
  { email: 'ann@example.org', role: 'member' },
  { email: 'bob@example.org', role: 'member' },
  { email: 'eve@example.org', role: 'member' },
  { email: 'second-owner@example.org', role: 'owner' },
];
export const MEMBERS = [2, 3, 4] as const;

export const WORDS = ['ash', 'asp', 'elm', 'fir', 'fig', 'oak', 'yew'] as const;
/** Written without spaces: found by any part of them. */
export const RUNS = ['东京', '京都', '东京都', 'ไทย'] as const;
export const RUN_PARTS = ['东京', '京', '京都', '都', 'ไท'] as const;
/** Nobody is ever told a piece of these, and no search finds them. */
export const SECRETS = [`ghp_${invent('base62', 36, 41)}`, `ghp_${invent('base62', 36, 42)}`] as const;

/** A word that one session of a world holds and no other: where it shows, that session shows. */
export const CANARIES = ['kanari0', 'kanari1', 'kanari2', 'kanari3', 'kanari4'] as const;

export const AGENTS = ['main', 'ops'] as const;
export const NAMES = ['s0', 's1', 's2'] as const;
export const KINDS: readonly SessionKind[] = ['main', 'other', 'cron'];
export const MODELS = ['heron-1', 'heron-2', 'lark'] as const;
export const START_MS = NOW_MS - 3_600_000;
/** To the west of it a world happens on the day, and in the month, before. */
export const ZONES: Readonly<Record<'UTC' | 'Etc/GMT+12', number>> = { UTC: 0, 'Etc/GMT+12': -12 };

export function keyOf({ agent, name }: { agent: string; name: string }): string {
  return `agent:${agent}:${name}`;
}

export function nativeIdOf({ agent, name }: { agent: string; name: string }): string {
  return `${agent}-${name}`;
}

/** What a message is called in its world: unique in its session. */
export function messageId(index: number): string {
  return `m${index}`;
}
