import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { person } from './people.ts';
import { session } from './sessions.ts';

/** Lets a person see a session, or it and all it spawned. Ids are never used again. */
export const sessionGrant = sqliteTable(
  'session_grant',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    sessionId: integer('session_id')
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    personId: integer('person_id')
      .notNull()
      .references(() => person.id),
    granterId: integer('granter_id')
      .notNull()
      .references(() => person.id),
    covers: text('covers', { enum: ['session', 'tree'] }).notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    /** Null: until it is revoked. At this very millisecond it is over. */
    expiresAtMs: integer('expires_at_ms'),
    revokedAtMs: integer('revoked_at_ms'),
  },
  (table) => [
    index('session_grant_person').on(table.personId).where(sql`${table.revokedAtMs} IS NULL`),
    index('session_grant_session').on(table.sessionId),
    check('session_grant_covers', sql`${table.covers} IN ('session', 'tree')`),
  ],
);

/** A one-time link by which somebody chooses a password. Only the hash of its token is kept. */
export const passwordLink = sqliteTable('password_link', {
  tokenHash: text('token_hash').primaryKey(),
  /** Null: the link makes the first owner. */
  personId: integer('person_id').references(() => person.id, { onDelete: 'cascade' }),
  expiresAtMs: integer('expires_at_ms').notNull(),
});

/** Failed sign-ins by hashed account and hashed address, so that delays outlive a restart. */
export const signInFailure = sqliteTable('sign_in_failure', {
  keyHash: text('key_hash').primaryKey(),
  failures: integer('failures').notNull(),
  lastAtMs: integer('last_at_ms').notNull(),
});

/** Who did what, when, under which scope, with how many results. Never text of a transcript. Append-only. */
export const auditEvent = sqliteTable(
  'audit_event',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    /** Null: nobody had signed in. */
    personId: integer('person_id'),
    act: text('act').notNull(),
    /** Opaque id of what was acted on; null where there is none. */
    subject: text('subject'),
    scope: text('scope').notNull(),
    results: integer('results'),
  },
  (table) => [index('audit_event_at').on(table.atMs)],
);
