import { describe, expect, it } from 'vitest';
import type { Person, PersonId, Role } from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { describeReach, readReach, writeReach } from '../../server/visibility/policy.ts';
import { readScope, writeScope } from '../../server/visibility/scope.ts';

const personId = 7 as PersonId;
const person = (role: Role, isDisabled = false): Person => ({
  id: personId,
  email: 'ann@example.org',
  role,
  hasPassword: false,
  isDisabled,
});
const own = { type: 'own', personId };
const owned = { type: 'owned', personId };

describe('a scope', () => {
  it('reaches what the role may see, and for changes never more than the owner of all or one’s own', () => {
    const table = (['owner', 'operator', 'member'] as const).map((role) => {
      const actor = { type: 'person', person: person(role) } as const;
      return [role, readReach(actor), writeReach(actor)];
    });
    expect(table).toEqual([
      ['owner', { type: 'everything' }, { type: 'everything' }],
      ['operator', { type: 'all-but-incognito', personId }, owned],
      ['member', own, owned],
    ]);
  });

  it('is refused to a person who was disabled', () => {
    const actor = { type: 'person', person: person('owner', true) } as const;
    const engine = {} as Engine;
    for (const make of [readScope, writeScope]) {
      expect(() => make(engine, actor)).toThrow(expect.objectContaining({ kind: 'forbidden' }) as Error);
    }
  });

  it('is described by itself alone', () => {
    expect(describeReach({ type: 'own', personId })).toEqual({
      mode: 'own',
      description: 'Your sessions, what they spawned, and what is shared with you',
    });
    for (const type of ['everything', 'all-but-incognito'] as const)
      expect(describeReach({ type, personId }).mode).toBe(type);
  });
});
