import { type Grant, type GrantInput, grantInput } from '../contract/grant.ts';
import { AppError, notFound } from '../errors.ts';
import { getSession } from '../visibility/get-session.ts';
import type { WriteScope } from '../visibility/scope.ts';

/**
 * Lets a person see a session, or it and all it spawned, from their next request on. For the session's owner and owners.
 * Throws `not-found` for a session out of reach, `bad-input` when nobody has the e-mail.
 */
export async function grantSession(scope: WriteScope, input: GrantInput, nowMs: number): Promise<Grant> {
  const ask = grantInput.parse(input);
  const session = await getSession(scope, ask.session);
  if (ask.expiresAtMs !== undefined && ask.expiresAtMs <= nowMs)
    throw new AppError('bad-input', 'This grant would be over already. Choose a later time.');
  const person = await scope.engine.findPerson(ask.email);
  if (person === null)
    throw new AppError('bad-input', `There is no person ${ask.email} here. Ask an owner to invite them.`);
  const by = scope.actor.person;
  const granted = await scope.engine.addGrant(
    scope.reach,
    {
      sessionId: session.id,
      personId: person.id,
      granterId: by.id,
      covers: ask.covers,
      expiresAtMs: ask.expiresAtMs ?? null,
    },
    { personId: by.id, act: 'grant', subject: session.sessionId, scope: scope.reach.type, results: null },
  );
  if (granted === null) throw notFound();
  return granted;
}
