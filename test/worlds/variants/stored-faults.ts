/** Databases as a wrong predicate, trigger or import would leave them: the engine over them acts as that one would. */
import type Database from 'better-sqlite3';
import { SECRETS } from '../cast.ts';
import type { World } from '../world.ts';
import { column, type Variant } from './variant.ts';

export const parentClaimHonoured: Variant = {
  name: 'a claimed parent of another owner that is believed',
  seed: 3,
  afterWorld: (client) =>
    client.exec(`UPDATE session SET parent_id = (SELECT p.id FROM session p WHERE p.session_key = session.parent_key
      AND p.owner_id <> session.owner_id ORDER BY p.id LIMIT 1) WHERE parent_id IS NULL AND parent_key IS NOT NULL`),
};

/** Grants one by one what a walk reaches that stops at nothing. */
function grantBelow(client: Database.Database, through: string): void {
  client.exec(`INSERT INTO session_grant (session_id, person_id, granter_id, covers, created_at_ms, expires_at_ms)
    WITH RECURSIVE below(id, person_id, granter_id, ends) AS (
      SELECT s.id, g.person_id, g.granter_id, g.expires_at_ms FROM session_grant g JOIN session s ON s.id = g.session_id
        WHERE g.covers = 'tree' AND g.revoked_at_ms IS NULL AND ${through}
      UNION SELECT s.id, below.person_id, below.granter_id, below.ends FROM below JOIN session s ON s.parent_id = below.id
        WHERE ${through})
    SELECT id, person_id, granter_id, 'session', 0, ends FROM below`);
}

export const incognitoLink: Variant = {
  name: 'a tree that goes on below an incognito session',
  seed: 3,
  afterWorld: (client) => grantBelow(client, 's.is_complete = 1'),
};

export const wholeTreeOfAnyGrant: Variant = {
  name: 'a grant of one session that covers what it spawned',
  seed: 20,
  afterWorld: (client) => client.exec(`UPDATE session_grant SET covers = 'tree'`),
};

export const endlessGrant: Variant = {
  name: 'a grant that does not end when it should',
  afterWorld: (client) => client.exec('UPDATE session_grant SET expires_at_ms = NULL'),
};

export const lateGrant: Variant = {
  name: 'a grant that ends one millisecond late',
  seed: 5,
  afterWorld: (client) => client.exec('UPDATE session_grant SET expires_at_ms = expires_at_ms + 1'),
};

export const unfinishedShown: Variant = {
  name: 'a session that shows while its import runs',
  seed: 1,
  afterWorld: (client) => client.exec('UPDATE session SET is_complete = 1'),
};

export const staleSearched: Variant = {
  name: 'a search of sessions whose index is behind',
  wrap: (engine, client) => ({
    ...engine,
    search: async (reach, request, caller) => {
      const { pending } = await engine.search(reach, request, caller);
      const stale = column(client, 'SELECT id FROM session WHERE is_stale = 1').join(', ');
      client.exec('UPDATE session SET is_stale = 0');
      try {
        return { ...(await engine.search(reach, request, caller)), pending };
      } finally {
        client.exec(`UPDATE session SET is_stale = 1 WHERE id IN (${stale})`);
      }
    },
  }),
};

export const noIndexDelete: Variant = {
  name: 'an index that keeps what was deleted',
  beforeWorld: (client) => client.exec('DROP TRIGGER IF EXISTS entry_index_delete'),
};

export const rawIndexed: Variant = {
  name: 'an index of the text as it was before redaction',
  afterWorld: (client, world) => {
    for (const [index, session] of world.sessions.entries()) {
      for (const [position, { words }] of session.entries.entries()) {
        if (words.some((word) => SECRETS.some((secret) => secret === word)))
          indexRaw(client, { session: index, position, text: words.join(' '), world });
      }
    }
  },
};

type Raw = { readonly session: number; readonly position: number; readonly text: string; readonly world: World };

function indexRaw(client: Database.Database, { session, position, text, world }: Raw): void {
  const { owner, agent, name } = world.sessions[session] ?? { owner: -1, agent: '', name: '' };
  const [id] = column(
    client,
    `SELECT e.id FROM entry e JOIN session s ON s.id = e.session_id
     WHERE s.owner_id = ? AND s.session_key = ? AND e.position = ? AND e.is_indexed = 1`,
    owner + 1,
    `agent:${agent}:${name}`,
    position,
  );
  if (typeof id !== 'number') return;
  client
    .prepare(
      `INSERT INTO entry_index(entry_index, rowid, terms, scope) SELECT 'delete', id, index_terms(text), scope_terms FROM entry WHERE id = ?`,
    )
    .run(BigInt(id));
  client
    .prepare(
      'INSERT INTO entry_index(rowid, terms, scope) SELECT id, index_terms(?), scope_terms FROM entry WHERE id = ?',
    )
    .run(text, BigInt(id));
}
