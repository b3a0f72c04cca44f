import type { Actor, AgentToken, PersonId, Reach, TokenReach, TokenVisibility } from '../contract/actor.ts';
import { AppError } from '../errors.ts';

/**
 * What an actor may see: owners everything, operators all but others' incognito sessions, members their own and granted.
 * A token sees what it is made for of its person's own sessions, also where the person is an owner.
 */
export function readReach(actor: Actor): Reach {
  const { person } = actor;
  if (actor.type === 'token') return tokenReach(person.id, actor.token);
  switch (person.role) {
    case 'owner':
      return { type: 'everything', personId: person.id };
    case 'operator':
      return { type: 'all-but-incognito', personId: person.id };
    case 'member':
      return { type: 'own', personId: person.id };
  }
}

/** What an actor may change or delete: owners everything, other people their own, a token nothing that it does not see. */
export function writeReach(actor: Actor): Reach {
  const { person } = actor;
  if (actor.type === 'token') return tokenReach(person.id, actor.token);
  return { type: person.role === 'owner' ? 'everything' : 'owned', personId: person.id };
}

function tokenReach(personId: PersonId, token: AgentToken): TokenReach {
  const { agentId, sessionId, agentIds, includesGranted, isSandboxed } = token;
  const visibility = effectiveVisibility(token);
  return {
    type: 'token',
    personId,
    agentId,
    sessionId,
    visibility,
    agentIds,
    includesGranted,
    isWideFromMain: !isSandboxed,
  };
}

/** A sandbox takes away and never adds: what is narrower than `tree` stays so. */
export function effectiveVisibility({
  visibility,
  isSandboxed,
}: Pick<AgentToken, 'visibility' | 'isSandboxed'>): TokenVisibility {
  return isSandboxed && visibility !== 'self' ? 'tree' : visibility;
}

/**
 * Where an actor may search tool calls and their results: what the reach covers, but of people who see no more than their
 * own and granted sessions, their own alone. Throws `forbidden` for whoever is no person.
 */
export function toolReach(actor: Actor, reach: Reach): Reach {
  if (actor.type !== 'person')
    throw new AppError('forbidden', '`in:tools` is for people: leave it out, and only messages are searched.');
  return reach.type === 'own' ? { type: 'owned', personId: reach.personId } : reach;
}

export type ScopeDescription = { readonly mode: string; readonly description: string };

/** The scope in words, for the envelope of every reply. It says nothing of what lies outside. */
export function describeReach(reach: Reach): ScopeDescription {
  switch (reach.type) {
    case 'everything':
      return { mode: 'everything', description: 'All sessions' };
    case 'all-but-incognito':
      return { mode: 'all-but-incognito', description: 'All sessions but the incognito ones of others' };
    case 'own':
      return { mode: 'own', description: 'Your sessions, what they spawned, and what is shared with you' };
    case 'owned':
      return { mode: 'owned', description: 'Your sessions and what they spawned' };
    case 'token':
      return { mode: reach.visibility, description: describeToken(reach) };
  }
}

function describeToken({ visibility, isWideFromMain }: TokenReach): string {
  const isWide = visibility === 'tree' && isWideFromMain;
  return `${TOKEN_DESCRIPTIONS[visibility]}${isWide ? ', and from the agent’s main session all of the agent' : ''}`;
}

const TOKEN_DESCRIPTIONS: Readonly<Record<TokenVisibility, string>> = {
  self: 'The session of this token',
  tree: 'The session of this token and what it spawned',
  agent: 'The sessions of this token’s agent',
  all: 'The sessions of the agents that this token is for',
};
