import type { Reach } from '../contract/actor.ts';
import type { SessionSummary } from '../contract/session.ts';
import { AppError } from '../errors.ts';
import type { SessionKey } from '../formats/openclaw/keys.ts';
import type { WriteScope } from '../visibility/scope.ts';

/** Whoever writes live writes to sessions of their own. Throws `forbidden`. */
export function assertMayAppend(scope: WriteScope, { ownerEmail }: Pick<SessionSummary, 'ownerEmail'>): void {
  if (ownerEmail !== scope.actor.person.email)
    throw new AppError('forbidden', 'This session belongs to somebody else. Only its owner can write to it.');
}

/**
 * A person writes to any key of their own. A token writes to what it sees; it begins a session where it would see it then:
 * of its agents, or spawned by one that it sees. Throws `forbidden`, the same whether the key is there unseen or not at all.
 */
export async function assertMayStart(scope: WriteScope, key: SessionKey, parentKey: string | null): Promise<void> {
  const { actor, reach } = scope;
  if (actor.type === 'person' || reach.type !== 'token') return;
  if (await hasOwn(scope, reach, key.key)) return;
  const isThere = await hasOwn(scope, { type: 'owned', personId: actor.person.id }, key.key);
  if (isThere || !(await mayBegin(scope, key.agentId, parentKey))) throw mayNot();
}

async function mayBegin(scope: WriteScope, agentId: string, parentKey: string | null): Promise<boolean> {
  const { reach } = scope;
  if (reach.type !== 'token') return true;
  if (reach.agentIds !== null && !reach.agentIds.includes(agentId)) return false;
  if (reach.visibility === 'all') return true;
  if (reach.visibility === 'agent') return agentId === reach.agentId;
  return reach.visibility === 'tree' && parentKey !== null && hasOwn(scope, reach, parentKey);
}

/** Files may hold sessions of any agent. Throws `forbidden` for a token that is kept to less. */
export function assertMayPush({ reach }: WriteScope): void {
  if (reach.type !== 'token' || (reach.visibility === 'all' && reach.agentIds === null)) return;
  throw new AppError(
    'forbidden',
    'This token is kept to some sessions, and files may hold any. Push with one made with `--visibility all --write`.',
  );
}

async function hasOwn({ engine, actor }: WriteScope, reach: Reach, key: string): Promise<boolean> {
  const found = await engine.findSessions(reach, key);
  return found.some((each) => each.sessionKey === key && each.ownerEmail === actor.person.email);
}

function mayNot(): AppError {
  return new AppError(
    'forbidden',
    'This token cannot write to this session. It writes to what it sees, and to what such a session spawns.',
  );
}
