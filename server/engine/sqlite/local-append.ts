import type { EngineAppend } from '../append-port.ts';
import { appendEntries } from './append-entries.ts';
import { moveLeaf } from './move-leaf.ts';
import type { Connection } from './open.ts';
import { closeSession, sessionMark } from './session-mark.ts';
import { pushedSources } from './source-list.ts';

/** Appending and following over one connection. `now` gives Unix milliseconds. */
export function localAppend(db: Connection, of: { secret: Uint8Array; now: () => number }): EngineAppend {
  const { secret, now } = of;
  return {
    appendEntries: async (reach, ownerId, append) =>
      appendEntries(db, { ownerId, secret, nowMs: now() }, { reach, append }),
    moveLeaf: async (reach, ask, audit) => moveLeaf(db, reach, { ...ask, audit, nowMs: now() }),
    closeSession: async (reach, sessionId, audit) => closeSession(db, reach, { sessionId, audit, nowMs: now() }),
    pushedSources: async (reach, sessionId) => pushedSources(db, reach, sessionId),
    sessionMark: async (reach, sessionId) => sessionMark(db, reach, sessionId),
  };
}
