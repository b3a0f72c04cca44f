import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { person } from './people.ts';

/** An agent of one owner: every machine has its own `main`. Ids are never used again. */
export const agent = sqliteTable(
  'agent',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => person.id),
    agentId: text('agent_id').notNull(),
  },
  (table) => [uniqueIndex('agent_owner_agent').on(table.ownerId, table.agentId)],
);

/** One conversation of one owner. Ids are never used again. */
export const session = sqliteTable(
  'session',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Opaque id for links. */
    publicId: text('public_id').notNull().unique(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => person.id),
    agentRef: integer('agent_ref')
      .notNull()
      .references(() => agent.id),
    sessionKey: text('session_key').notNull(),
    format: text('format').notNull(),
    kind: text('kind').notNull(),
    /** Redacted. */
    title: text('title'),
    /** A person gave the title: imports leave it alone. */
    isTitleChosen: integer('is_title_chosen', { mode: 'boolean' }).notNull().default(false),
    label: text('label'),
    /** Redacted. */
    project: text('project'),
    model: text('model'),
    /** Who spawned it, as the files claim. Only `parentId` counts, and it is set within one owner only. */
    parentKey: text('parent_key'),
    parentId: integer('parent_id').references((): AnySQLiteColumn => session.id, { onDelete: 'set null' }),
    archivedAtMs: integer('archived_at_ms'),
    isIncognito: integer('is_incognito', { mode: 'boolean' }).notNull().default(false),
    /** The index is behind the entries: no search shows this session. */
    isStale: integer('is_stale', { mode: 'boolean' }).notNull().default(false),
    /** False while its first import runs: nothing shows this session. */
    isComplete: integer('is_complete', { mode: 'boolean' }).notNull().default(false),
    messageCount: integer('message_count').notNull().default(0),
    entryCount: integer('entry_count').notNull().default(0),
    firstTimeMs: integer('first_time_ms'),
    lastTimeMs: integer('last_time_ms'),
    createdAtMs: integer('created_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('session_owner_key').on(table.ownerId, table.sessionKey),
    index('session_parent').on(table.parentId),
    index('session_orphan').on(table.ownerId, table.parentKey).where(sql`${table.parentId} IS NULL`),
    index('session_last_time').on(table.lastTimeMs),
    // Every search counts these, and they are few.
    index('session_stale').on(table.id).where(sql`${table.isStale} = 1`),
  ],
);

/** A native id of a session: over resets one key has several, and each is a file (or several copies of it) of its own. */
export const sessionWindow = sqliteTable(
  'session_window',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    sessionId: integer('session_id')
      .notNull()
      .references(() => session.id),
    nativeId: text('native_id').notNull(),
    /** Closed by a reset: never the current window while another is open. */
    isClosed: integer('is_closed', { mode: 'boolean' }).notNull(),
    /** Entries that are shown: those at a position below this. What lies above is being added. */
    entryCount: integer('entry_count').notNull().default(0),
    /** Number of the last save that began: an earlier one that still runs in another process may not go on. */
    saveNumber: integer('save_number').notNull().default(0),
    firstTimeMs: integer('first_time_ms'),
    /** Leaf that a person switched to; holds until the files bring something newer. */
    chosenLeaf: text('chosen_leaf'),
    /** False in a store of before there was an index of tools, until its entries have been read for it. */
    isToolIndexed: integer('is_tool_indexed', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('session_window_native').on(table.sessionId, table.nativeId),
    index('session_window_by_native').on(table.nativeId),
    index('session_window_without_tools').on(table.sessionId).where(sql`${table.isToolIndexed} = 0`),
  ],
);

/** A conversation that was deleted, and nothing else about it: HMAC of format and native id. */
export const tombstone = sqliteTable(
  'tombstone',
  {
    ownerId: integer('owner_id')
      .notNull()
      .references(() => person.id),
    identityHmac: text('identity_hmac').notNull(),
  },
  (table) => [uniqueIndex('tombstone_identity').on(table.ownerId, table.identityHmac)],
);
