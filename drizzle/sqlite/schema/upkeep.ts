import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Facts about this database that are not about anyone: segmenter version, pending purge. */
export const storeFact = sqliteTable('store_fact', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

/** A deletion whose bytes may still lie in the file. Holds no more than when. */
export const purge = sqliteTable('purge', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  deletedAtMs: integer('deleted_at_ms').notNull(),
});
