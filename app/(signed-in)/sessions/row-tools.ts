import type { ShownPerson } from '../../../server/contract/person.ts';
import type { ShownSession } from '../../../server/contract/session.ts';

export const ROW_ACTIONS = ['rename', 'archive', 'incognito', 'share', 'delete'] as const;
export type RowAction = (typeof ROW_ACTIONS)[number];

/** What rows need of the page around them, however deep they stand. */
export type RowTools = {
  /** Null until the server has said who asks. */
  readonly me: ShownPerson | null;
  /** Sessions whose children are shown. */
  readonly open: readonly string[];
  readonly onToggle: (sessionId: string) => void;
  readonly onAct: (session: ShownSession, action: RowAction) => void;
};

/** A session is changed by its owner and by people of role owner. The server decides; this only hides what it refuses. */
export function mayChange(session: ShownSession, me: ShownPerson | null): boolean {
  return me !== null && (me.role === 'owner' || me.email === session.ownerEmail);
}
