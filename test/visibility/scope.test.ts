import { describe, expect, it } from 'vitest';
import {
  type Actor,
  type Person,
  type PersonId,
  type Role,
  type SessionId,
  TOKEN_VISIBILITIES,
} from '../../server/contract/actor.ts';
import type { Engine } from '../../server/engine/engine.ts';
import { describeReach, readReach, toolReach, writeReach } from '../../server/visibility/policy.ts';
import { ingestScope, readScope, writeScope } from '../../server/visibility/scope.ts';
import { testToken } from '../support/tokens.ts';

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
      ['owner', { type: 'everything', personId }, { type: 'everything', personId }],
      ['operator', { type: 'all-but-incognito', personId }, owned],
      ['member', own, owned],
    ]);
  });

  it('covers tools where it covers sessions, but of a member’s granted ones', () => {
    const table = (['owner', 'operator', 'member'] as const).map((role) => {
      const actor = { type: 'person', person: person(role) } as const;
      return [role, toolReach(actor, readReach(actor))];
    });
    expect(table).toEqual([
      ['owner', { type: 'everything', personId }],
      ['operator', { type: 'all-but-incognito', personId }],
      ['member', owned],
    ]);
  });

  it('covers tools for nobody who is no person, and says what to leave out', () => {
    const token = { type: 'token', person: person('owner') } as unknown as Actor;
    const refused = { kind: 'forbidden', message: expect.stringContaining('`in:tools` is for people') as string };
    expect(() => toolReach(token, { type: 'everything', personId })).toThrow(expect.objectContaining(refused) as Error);
  });

  it('is refused to a person who was disabled', () => {
    const disabled = person('owner', true);
    const engine = {} as Engine;
    const token = testToken({ visibility: 'all', canWrite: true });
    for (const make of [readScope, writeScope, ingestScope]) {
      for (const actor of [
        { type: 'person', person: disabled } as const,
        { type: 'token', person: disabled, token } as const,
      ])
        expect(() => make(engine, actor)).toThrow(expect.objectContaining({ kind: 'forbidden' }) as Error);
    }
  });

  it('of a token is that token’s own reach, whoever it belongs to: narrower in a sandbox, and never wider', () => {
    const chosen = { agentId: 'ops', sessionId: 5 as SessionId, agentIds: ['ops'], includesGranted: true };
    for (const role of ['owner', 'operator', 'member'] as const) {
      const table = TOKEN_VISIBILITIES.flatMap((visibility) =>
        [false, true].map((isSandboxed) => {
          const token = testToken({ ...chosen, visibility, isSandboxed });
          const reach = readReach({ type: 'token', person: person(role), token });
          expect(reach).toMatchObject({ type: 'token', personId, ...chosen, isWideFromMain: !isSandboxed });
          expect(writeReach({ type: 'token', person: person(role), token })).toEqual(reach);
          return [visibility, isSandboxed, describeReach(reach).mode];
        }),
      );
      expect(table).toEqual([
        ...[
          ['self', false, 'self'],
          ['self', true, 'self'],
          ['tree', false, 'tree'],
          ['tree', true, 'tree'],
        ],
        ...[
          ['agent', false, 'agent'],
          ['agent', true, 'tree'],
          ['all', false, 'all'],
          ['all', true, 'tree'],
        ],
      ]);
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
