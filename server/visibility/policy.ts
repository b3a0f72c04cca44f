import type { Actor, Reach } from '../contract/actor.ts';

/** What an actor may see: owners everything, operators all but others' incognito sessions, members their own and granted. */
export function readReach({ person }: Actor): Reach {
  switch (person.role) {
    case 'owner':
      return { type: 'everything' };
    case 'operator':
      return { type: 'all-but-incognito', personId: person.id };
    case 'member':
      return { type: 'own', personId: person.id };
  }
}

/** What an actor may change or delete: owners everything, everybody else their own. */
export function writeReach({ person }: Actor): Reach {
  return person.role === 'owner' ? { type: 'everything' } : { type: 'owned', personId: person.id };
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
  }
}
