/** Ways in which lists and look-ups can tell of sessions that are hidden. */
import type Database from 'better-sqlite3';
import type { SessionSummary } from '../../../server/contract/session.ts';
import type { Engine } from '../../../server/engine/engine.ts';
import { AppError } from '../../../server/errors.ts';
import { column, EVERYTHING, type Variant } from './variant.ts';

export const forbiddenForNotFound: Variant = {
  name: 'a refusal that tells hidden from absent',
  wrap: (engine) => ({
    ...engine,
    findSessions: async (reach, name) => {
      const found = await engine.findSessions(reach, name);
      if (found.length > 0 || (await engine.findSessions(EVERYTHING, name)).length === 0) return found;
      throw new AppError('forbidden', 'This session is not yours.');
    },
  }),
};

export const hiddenParentNamed: Variant = {
  name: 'a parent that is named although it is hidden',
  seed: 4,
  wrap: (engine, client) => ({
    ...engine,
    listSessions: async (reach, filter) => {
      const page = await engine.listSessions(reach, filter);
      return { ...page, sessions: page.sessions.map((session) => withParent(client, session)) };
    },
    findSessions: async (reach, name) =>
      (await engine.findSessions(reach, name)).map((session) => withParent(client, session)),
  }),
};

function withParent(client: Database.Database, session: SessionSummary): SessionSummary {
  const statement = 'SELECT p.public_id FROM session s JOIN session p ON p.id = s.parent_id WHERE s.id = ?';
  const [parent] = column(client, statement, session.id);
  return typeof parent === 'string' ? { ...session, parentSessionId: parent } : session;
}

export const titleOfHiddenParent: Variant = {
  name: 'a title that leads through a hidden parent',
  seed: 4,
  wrap: (engine, client) => ({
    ...engine,
    listSessions: async (reach, filter) => {
      const page = await engine.listSessions(reach, filter);
      return { ...page, sessions: page.sessions.map((session) => withTrail(client, session)) };
    },
  }),
};

function withTrail(client: Database.Database, session: SessionSummary): SessionSummary {
  const statement = 'SELECT p.title FROM session s JOIN session p ON p.id = s.parent_id WHERE s.id = ?';
  const [title] = column(client, statement, session.id);
  return typeof title === 'string' ? { ...session, title: `${title} › ${session.title ?? ''}` } : session;
}

export const lookUpOfEverybody: Variant = {
  name: 'a name that is looked up among everybody’s sessions',
  wrap: (engine) => ({ ...engine, findSessions: (_, name) => engine.findSessions(EVERYTHING, name) }),
};

export const rowAPath: Variant = {
  name: 'a session that is listed once for each way to it (UNION ALL)',
  seed: 5,
  wrap: (engine, client) => ({
    ...engine,
    listSessions: async (reach, filter) => {
      const page = await engine.listSessions(reach, filter);
      if (reach.type !== 'own') return page;
      const ways = column(
        client,
        `SELECT session_id FROM session_grant WHERE person_id = ? AND revoked_at_ms IS NULL
         UNION ALL SELECT id FROM session WHERE owner_id = ?`,
        reach.personId,
        reach.personId,
      );
      const timesOf = (session: SessionSummary): number => Math.max(1, ways.filter((id) => id === session.id).length);
      return {
        ...page,
        sessions: page.sessions.flatMap((session) => Array.from({ length: timesOf(session) }, () => session)),
      };
    },
  }),
};

export const revokeForgotten: Variant = {
  name: 'a grant that outlives being revoked',
  seed: 1,
  wrap: (engine): Engine => ({ ...engine, revokeGrant: async () => true }),
};
