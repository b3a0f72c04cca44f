import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Who can sign in and own sessions. Ids are never used again. */
export const person = sqliteTable(
  'person',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Trimmed and lower-cased. */
    email: text('email').notNull().unique(),
    role: text('role', { enum: ['owner', 'operator', 'member'] }).notNull(),
    /** argon2id; null while the person has no way to sign in. */
    passwordHash: text('password_hash'),
    /** Rises with each change of password, role or standing: sessions signed in before it are over. */
    authVersion: integer('auth_version').notNull().default(1),
    disabledAtMs: integer('disabled_at_ms'),
    createdAtMs: integer('created_at_ms').notNull(),
  },
  (table) => [check('person_role', sql`${table.role} IN ('owner', 'operator', 'member')`)],
);
