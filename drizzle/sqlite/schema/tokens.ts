import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { person } from './people.ts';
import { session } from './sessions.ts';

/** What a program shows instead of a person's cookie. Only hashes of secrets are kept. Ids are never used again. */
export const agentToken = sqliteTable(
  'agent_token',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    personId: integer('person_id')
      .notNull()
      .references(() => person.id),
    name: text('name').notNull(),
    /** A name, since a token may be there before its agent's first session. */
    agentId: text('agent_id').notNull(),
    /** The token dies with it. */
    sessionId: integer('session_id').references(() => session.id, { onDelete: 'cascade' }),
    visibility: text('visibility', { enum: ['self', 'tree', 'agent', 'all'] }).notNull(),
    /** JSON list of agents that it is kept to; null: any of the person's. */
    agentIds: text('agent_ids'),
    isSandboxed: integer('is_sandboxed', { mode: 'boolean' }).notNull(),
    includesGranted: integer('includes_granted', { mode: 'boolean' }).notNull(),
    canWrite: integer('can_write', { mode: 'boolean' }).notNull(),
    /** SHA-256 of the token as it is shown, base64url. */
    secretHash: text('secret_hash').notNull().unique(),
    /** The secret before the last rotation, which counts until then. */
    formerHash: text('former_hash').unique(),
    formerUntilMs: integer('former_until_ms'),
    createdAtMs: integer('created_at_ms').notNull(),
    /** Null: until it is revoked. At this very millisecond it is over. */
    expiresAtMs: integer('expires_at_ms'),
    revokedAtMs: integer('revoked_at_ms'),
    lastUsedAtMs: integer('last_used_at_ms'),
  },
  (table) => [
    index('agent_token_person').on(table.personId),
    index('agent_token_session').on(table.sessionId),
    check('agent_token_visibility', sql`${table.visibility} IN ('self', 'tree', 'agent', 'all')`),
    check(
      'agent_token_bound',
      sql`${table.sessionId} IS NOT NULL OR (${table.visibility} IN ('agent', 'all') AND ${table.isSandboxed} = 0)`,
    ),
    check('agent_token_former', sql`(${table.formerHash} IS NULL) = (${table.formerUntilMs} IS NULL)`),
  ],
);
