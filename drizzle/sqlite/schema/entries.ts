import { sql } from 'drizzle-orm';
import { blob, check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { person } from './people.ts';
import { session, sessionWindow } from './sessions.ts';

/** A path that transcripts came from, with what the last finished import of it saw. */
export const sourceFile = sqliteTable(
  'source_file',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => person.id),
    path: text('path').notNull(),
    /** What the path has before the name, without the slash between; `upload:` and its like where nothing else is there. */
    folder: text('folder').notNull().default(''),
    /** Null until an import of it has finished. */
    sha256: text('sha256'),
    /** Hash of what neighbouring files (stores of keys and titles) said about it. */
    contextHash: text('context_hash'),
    byteSize: integer('byte_size').notNull().default(0),
    importedAtMs: integer('imported_at_ms'),
    format: text('format'),
    /** Records kept of it, and messages among them. */
    entries: integer('entries').notNull().default(0),
    messages: integer('messages').notNull().default(0),
    /** JSON list of {reason, count, line?}: what was not kept or not understood; null when there is nothing to say. */
    issues: text('issues'),
  },
  (table) => [
    uniqueIndex('source_file_owner_path').on(table.ownerId, table.path),
    index('source_file_owner_folder').on(table.ownerId, table.folder, table.path),
  ],
);

/** Which sessions a source holds records of. */
export const sourceSession = sqliteTable(
  'source_session',
  {
    sourceId: integer('source_id')
      .notNull()
      .references(() => sourceFile.id, { onDelete: 'cascade' }),
    sessionId: integer('session_id')
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('source_session_pair').on(table.sourceId, table.sessionId),
    index('source_session_by_session').on(table.sessionId),
  ],
);

/** The exact bytes of some consecutive records of one session, compressed together (raw deflate). */
export const recordBlock = sqliteTable(
  'record_block',
  {
    id: integer('id').primaryKey(),
    sessionId: integer('session_id')
      .notNull()
      .references(() => session.id),
    sourceId: integer('source_id')
      .notNull()
      .references(() => sourceFile.id),
    data: blob('data', { mode: 'buffer' }).notNull(),
  },
  (table) => [index('record_block_session').on(table.sessionId), index('record_block_source').on(table.sourceId)],
);

/**
 * One record of a transcript. `id` is floor(time_ms / 1000) * 65536 + slot and the rowid of the full-text index, so a
 * walk by id is a walk by time, to the second. Positions are within the window. The long columns come last, so that
 * reading the others never follows a text's overflow pages.
 */
export const entry = sqliteTable(
  'entry',
  {
    id: integer('id').primaryKey(),
    /** The window's session, repeated for joins. No foreign key: it would need an index of its own at each delete. */
    sessionId: integer('session_id').notNull(),
    windowId: integer('window_id')
      .notNull()
      .references(() => sessionWindow.id),
    position: integer('position').notNull(),
    parentPosition: integer('parent_position'),
    nativeId: text('native_id').notNull(),
    kind: text('kind').notNull(),
    role: text('role'),
    model: text('model'),
    timeMs: integer('time_ms').notNull(),
    /** Terms in `text`. */
    termCount: integer('term_count').notNull(),
    /** Marks of the terms that `text` repeats (`repeatedTerms`); null when only the text tells. */
    repeats: text('repeats'),
    /** The truth about the branch. `walk` is the order on it. */
    isActive: integer('is_active', { mode: 'boolean' }).notNull(),
    walk: integer('walk'),
    isSearchable: integer('is_searchable', { mode: 'boolean' }).notNull(),
    /** What the index holds. */
    isIndexed: integer('is_indexed', { mode: 'boolean' }).notNull(),
    /** Tokens of session, owner, agent, role and branch, as they stand in the index. */
    scopeTerms: text('scope_terms').notNull(),
    /** First 8 bytes of the SHA-256 of the record's bytes. */
    recordHash: text('record_hash').notNull(),
    blockId: integer('block_id')
      .notNull()
      .references(() => recordBlock.id),
    blockOffset: integer('block_offset').notNull(),
    byteLength: integer('byte_length').notNull(),
    lineNumber: integer('line_number').notNull(),
    fileOffset: integer('file_offset').notNull(),
    /** JSON list of {offset, kind}; null when nothing is masked. */
    masks: text('masks'),
    /** Of its tool calls and results: 0 none, 1 in the index of tools, 2 there with something masked; null: not read yet. */
    toolState: integer('tool_state'),
    /** Redacted: U+FFFC stands for each secret. Empty when the record has no text. Last, since it may be long: a row is read up to what is asked for. */
    text: text('text').notNull(),
  },
  (table) => [
    uniqueIndex('entry_window_position').on(table.windowId, table.position),
    uniqueIndex('entry_window_native').on(table.windowId, table.nativeId),
    index('entry_walk').on(table.windowId, table.walk).where(sql`${table.walk} IS NOT NULL`),
    index('entry_off_branch_child').on(table.windowId, table.parentPosition).where(sql`${table.isActive} = 0`),
    index('entry_block').on(table.blockId),
    check('entry_active_walks', sql`${table.isActive} = (${table.walk} IS NOT NULL)`),
  ],
);
