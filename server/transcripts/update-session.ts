import type { SessionPatch } from '../contract/session-patch.ts';
import { notFound } from '../errors.ts';
import { getSession } from '../visibility/get-session.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { shownText, TITLE_MAX } from './save-header.ts';

/** Sets title, label, archived or incognito. For the session's owner and owners. Throws `not-found`. */
export async function updateSession(scope: WriteScope, input: { session: string; patch: SessionPatch }): Promise<void> {
  const session = await getSession(scope, input.session);
  const { title, label, ...rest } = input.patch;
  const patch: SessionPatch = {
    ...rest,
    ...(title === undefined ? {} : { title: shownText(title, TITLE_MAX) ?? '' }),
    ...(label === undefined ? {} : { label: shownText(label, TITLE_MAX) }),
  };
  const audit = {
    personId: scope.actor.person.id,
    act: 'session-updated',
    subject: session.sessionId,
    scope: scope.reach.type,
    results: null,
  } as const;
  if (!(await scope.engine.updateSession(scope.reach, { sessionId: session.id, patch }, audit))) throw notFound();
}
