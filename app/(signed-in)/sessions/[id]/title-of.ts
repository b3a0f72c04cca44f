import type { ShownSession } from '../../../../server/contract/session.ts';

/** What a session is called on the page. */
export function titleOf({ title, label, sessionKey }: ShownSession): string {
  return label ?? title ?? sessionKey;
}
