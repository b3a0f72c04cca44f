import { makeTokenSecret } from '../auth/token-secret.ts';
import type { SessionId } from '../contract/actor.ts';
import { type NewSecret, type TokenInput, tokenInput } from '../contract/token.ts';
import { AppError, notFound } from '../errors.ts';
import { getSession } from '../visibility/get-session.ts';
import { effectiveVisibility } from '../visibility/policy.ts';
import type { WriteScope } from '../visibility/scope.ts';

type Asked = ReturnType<typeof tokenInput.parse>;

/**
 * Makes a token for an agent of the caller. The reply is the one time that its secret is told. Throws `bad-input` for what
 * does not go together, `not-found` for a session out of reach, `conflict` when the caller has too many.
 */
export async function createToken(scope: WriteScope, input: TokenInput, nowMs: number): Promise<NewSecret> {
  const ask = tokenInput.parse(input);
  assertSound(ask, nowMs);
  const sessionId = ask.session === undefined ? null : await ownSession(scope, ask.session, ask.agentId);
  const { id: personId } = scope.actor.person;
  const { token, secretHash } = makeTokenSecret();
  const { name, agentId, visibility, isSandboxed, includesGranted, canWrite, expiresAtMs = null } = ask;
  // A blank names no agent, and an empty list is one that holds none.
  const agentIds = ask.agentIds?.filter((agent) => agent !== '') ?? null;
  const id = await scope.engine.addToken(
    scope.reach,
    {
      ...{ personId, name, agentId, sessionId, visibility, agentIds, isSandboxed, includesGranted, canWrite },
      ...{ secretHash, expiresAtMs },
    },
    { personId, act: 'token-created', subject: null, scope: effectiveVisibility(ask), results: null },
  );
  if (id === null) throw notFound();
  return { id, token };
}

function assertSound({ visibility, isSandboxed, session, agentIds, expiresAtMs }: Asked, nowMs: number): void {
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs)
    throw new AppError('bad-input', 'This token would be over already. Choose a later time.');
  if (agentIds !== undefined && visibility !== 'all')
    throw new AppError(
      'bad-input',
      'A list of agents goes with the visibility `all`. Choose that, or leave the list out.',
    );
  if (session !== undefined) return;
  if (isSandboxed)
    throw new AppError(
      'bad-input',
      'A sandboxed token sees the tree of one session. Name the session that it is bound to.',
    );
  if (visibility === 'self' || visibility === 'tree') {
    throw new AppError(
      'bad-input',
      `The visibility \`${visibility}\` needs a session. Name the one that the token is bound to, or choose \`agent\` or \`all\`.`,
    );
  }
}

/** An owner reaches sessions of others too, but no token does. */
async function ownSession(scope: WriteScope, name: string, agentId: string): Promise<SessionId> {
  const session = await getSession(scope, name);
  if (session.ownerEmail !== scope.actor.person.email)
    throw new AppError('bad-input', 'This session belongs to somebody else, and a token sees its person’s own only.');
  if (session.isIncognito)
    throw new AppError('bad-input', 'This session is incognito, which no token may see. Choose another one.');
  if (session.agentId !== agentId)
    throw new AppError('bad-input', `This session is of the agent ${session.agentId}. Make the token for that one.`);
  return session.id;
}
