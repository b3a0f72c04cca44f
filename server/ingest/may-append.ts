import type { SessionSummary } from '../contract/session.ts';
import { AppError } from '../errors.ts';
import type { WriteScope } from '../visibility/scope.ts';

/** Whoever writes live writes to sessions of their own. Throws `forbidden`. */
export function assertMayAppend(scope: WriteScope, { ownerEmail }: Pick<SessionSummary, 'ownerEmail'>): void {
  if (ownerEmail !== scope.actor.person.email)
    throw new AppError('forbidden', 'This session belongs to somebody else. Only its owner can write to it.');
}

/** Files may hold sessions of any agent. Throws `forbidden` for a token that is kept to less. */
export function assertMayPush({ reach }: WriteScope): void {
  if (reach.type !== 'token' || (reach.visibility === 'all' && reach.agentIds === null)) return;
  throw new AppError(
    'forbidden',
    'This token is kept to some sessions, and files may hold any. Push with one made with `--visibility all --write`.',
  );
}
