import { describe, expect, it } from 'vitest';
import { readTokenForm } from '../../../app/(signed-in)/settings/tokens/read-token-form.ts';
import {
  describeToken,
  needsSession,
  VISIBILITY_MEANINGS,
} from '../../../app/(signed-in)/settings/tokens/token-words.ts';
import { TOKEN_VISIBILITIES } from '../../../server/contract/actor.ts';
import { type ShownToken, tokenInput } from '../../../server/contract/token.ts';

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('the form of a new token', () => {
  it('asks for what was filled in, and for nothing else', () => {
    const asked = readTokenForm(
      formOf({
        name: ' nightly ',
        agent: 'ops',
        visibility: 'self',
        session: ' agent:ops:main ',
        agents: 'a, b',
        until: '',
      }),
    );
    expect(asked).toEqual({
      ...{ name: 'nightly', agentId: 'ops', visibility: 'self', session: 'agent:ops:main' },
      ...{ isSandboxed: false, includesGranted: false, canWrite: false },
    });
    expect(tokenInput.safeParse(asked).success).toBe(true);
  });

  it('takes a list of agents with `all` only, and an empty one as none given', () => {
    const all = (agents: string) =>
      readTokenForm(formOf({ name: 'n', agent: 'a', visibility: 'all', agents })).agentIds;
    expect([all('ops, web ,'), all(' , '), all('')]).toEqual([['ops', 'web'], undefined, undefined]);
  });

  it('chooses the tree when nothing is chosen, and reads switches and the end of a day', () => {
    const asked = readTokenForm(
      formOf({
        name: 'n',
        agent: 'a',
        visibility: 'x',
        sandboxed: 'on',
        granted: 'on',
        write: 'on',
        until: '2030-02-28',
      }),
    );
    expect(asked).toMatchObject({ visibility: 'tree', isSandboxed: true, includesGranted: true, canWrite: true });
    expect(new Date(asked.expiresAtMs ?? 0).getDate()).toBe(1);
  });
});

describe('a token in words', () => {
  it('says what it sees and may do', () => {
    const token: ShownToken = {
      ...{ id: 1, name: 'n', agentId: 'a', session: null, visibility: 'all', agentIds: null, isSandboxed: false },
      ...{ includesGranted: false, canWrite: false, state: 'active', createdAtMs: 1, expiresAtMs: null },
      ...{ lastUsedAtMs: null, formerUntilMs: null },
    };
    expect(describeToken(token)).toBe('all');
    expect(describeToken({ ...token, agentIds: [] })).toBe('all, no agents');
    expect(
      describeToken({ ...token, agentIds: ['ops', 'web'], isSandboxed: true, includesGranted: true, canWrite: true }),
    ).toBe('all, only ops, web, sandboxed, with what is shared with you, may send');
  });

  it('needs a session where what it sees begins at one', () => {
    const needing = TOKEN_VISIBILITIES.filter((visibility) => needsSession(visibility, false));
    expect(needing).toEqual(['self', 'tree']);
    expect(TOKEN_VISIBILITIES.every((visibility) => needsSession(visibility, true))).toBe(true);
    expect(Object.keys(VISIBILITY_MEANINGS)).toEqual([...TOKEN_VISIBILITIES]);
  });
});
