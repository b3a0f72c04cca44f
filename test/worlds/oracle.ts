/**
 * What plain arrays say of who sees what in a world: slow, and too simple to be wrong. It is written from the rules as people are told
 * them, and shares no line with the engine.
 */
import type { Role } from '../../server/contract/actor.ts';
import { keyOf, PEOPLE } from './cast.ts';
import type { World, WorldGrant, WorldSession, WorldToken } from './world.ts';

const TREE_DEPTH_MAX = 64;

/** The actor as they stand now: role, and the grants that count. */
export type Standing = { readonly role: Role; readonly grants: readonly WorldGrant[] };

/** A new grant of a session to the same person replaces the old one, whatever it says. */
export function standingAtFirst({ grants, actor, sessions }: World): Standing {
  const last = new Map<string, WorldGrant>();
  for (const grant of grants) if (grant.session < sessions.length) last.set(`${grant.session}/${grant.person}`, grant);
  const isOver = ({ standing }: WorldGrant): boolean => ['at-its-end', 'expired', 'revoked'].includes(standing);
  return { role: PEOPLE[actor]?.role ?? 'member', grants: [...last.values()].filter((grant) => !isOver(grant)) };
}

export function standingAfter(world: World): Standing {
  const { role, grants } = standingAtFirst(world);
  const { narrowing } = world;
  if (narrowing?.type === 'role') return { role: role === 'owner' ? 'operator' : 'member', grants };
  const revoked = narrowing === null ? undefined : world.grants[narrowing.grant];
  return { role, grants: grants.filter((grant) => grant !== revoked) };
}

/** Indexes of the sessions that the actor may see. */
export function visibleIn(world: World, { role, grants }: Standing): ReadonlySet<number> {
  const { sessions, actor, token } = world;
  const passes = (session: WorldSession): boolean => token === null || mayBeSeenBy(token, session);
  const granted = new Set(
    grants.filter((grant) => grant.person === actor).flatMap((grant) => [...coveredBy(sessions, grant, passes)]),
  );
  if (token !== null) return visibleToToken(world, token, granted);
  return new Set(
    sessions.flatMap((session, index) => {
      if (session.state === 'unfinished' || session.state === 'deleted') return [];
      const isTheirs = session.owner === actor || role === 'owner' || granted.has(index);
      return isTheirs || (role === 'operator' && !session.isIncognito) ? [index] : [];
    }),
  );
}

/** A tree is walked down by what the token sees: of its agents, and of its own where it sees no more of them. */
function mayBeSeenBy({ agentIds, visibility, isSandboxed, agent }: WorldToken, session: WorldSession): boolean {
  const isOfAll = visibility === 'all' && !isSandboxed;
  return (agentIds === null || agentIds.includes(session.agent)) && (isOfAll || session.agent === agent);
}

/** Whatever their role: of the person's own (and granted, where chosen), never what is incognito. */
function visibleToToken(
  { sessions, actor }: World,
  token: WorldToken,
  granted: ReadonlySet<number>,
): ReadonlySet<number> {
  const { bound, visibility, agentIds, isSandboxed } = token;
  const mayOwn = (index: number): boolean => {
    const session = sessions[index];
    if (session === undefined || session.isIncognito || !['whole', 'stale'].includes(session.state)) return false;
    return session.owner === actor && (agentIds === null || agentIds.includes(session.agent));
  };
  // What is granted is walked by what the token sees, and is of its person's agents' names then.
  const may = (index: number): boolean => mayOwn(index) || (token.includesGranted && granted.has(index));
  const isOfAgent = (index: number): boolean => sessions[index]?.agent === token.agent;
  const startsAtMain = bound !== null && mayOwn(bound) && isOfAgent(bound) && sessions[bound]?.kind === 'main';
  const isNamed = (index: number): boolean => {
    if (visibility === 'self') return index === bound && mayOwn(index);
    if (visibility === 'tree' || isSandboxed)
      return (
        isBelow(sessions, index, { top: bound, may: mayOwn }) || (startsAtMain && !isSandboxed && isOfAgent(index))
      );
    return visibility === 'all' || isOfAgent(index);
  };
  return new Set(sessions.flatMap((_, index) => (may(index) && isNamed(index) ? [index] : [])));
}

/** Climbs from parent to parent: every step must be one that the actor may take. */
function isBelow(
  sessions: readonly WorldSession[],
  index: number,
  { top, may }: { top: number | null; may: (index: number) => boolean },
): boolean {
  let at = index;
  for (let depth = 0; depth <= TREE_DEPTH_MAX && may(at); depth += 1) {
    if (at === top) return true;
    at = parentOf(sessions, at);
  }
  return false;
}

/** A walk down from the granted session; what the person may not see themselves ends it there. */
function coveredBy(
  sessions: readonly WorldSession[],
  grant: WorldGrant,
  passes: (session: WorldSession) => boolean,
): ReadonlySet<number> {
  const isOpen = (index: number): boolean => {
    const session = sessions[index];
    return (
      session !== undefined &&
      !session.isIncognito &&
      session.state !== 'unfinished' &&
      session.state !== 'deleted' &&
      passes(session)
    );
  };
  const covered = new Set<number>(isOpen(grant.session) ? [grant.session] : []);
  let level = [...covered];
  for (let depth = 0; grant.covers === 'tree' && depth < TREE_DEPTH_MAX && level.length > 0; depth += 1) {
    const above = level;
    level = sessions
      .map((_, index) => index)
      .filter((index) => isOpen(index) && !covered.has(index) && above.includes(parentOf(sessions, index)));
    for (const index of level) covered.add(index);
  }
  return covered;
}

/** A claimed key names a session of the same owner, or none; -1 for none. */
export function parentOf(sessions: readonly WorldSession[], index: number): number {
  const { owner, parentKey } = sessions[index] ?? { owner: -1, parentKey: null };
  return sessions.findIndex(
    (session, at) =>
      at !== index && session.owner === owner && keyOf(session) === parentKey && session.state !== 'deleted',
  );
}
