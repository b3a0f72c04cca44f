-- Asserted again after every migration: a rebuilt table loses its triggers without a word.
-- The index holds what this view shows, so SQLite itself can compare the two ('integrity-check' with rank 1) and rebuild.
DROP TRIGGER IF EXISTS entry_index_insert;
--> statement-breakpoint
DROP TRIGGER IF EXISTS entry_index_delete;
--> statement-breakpoint
DROP TRIGGER IF EXISTS entry_index_update;
--> statement-breakpoint
DROP VIEW IF EXISTS entry_searchable;
--> statement-breakpoint
CREATE VIEW entry_searchable AS
  SELECT id, index_terms(text) AS terms, scope_terms AS scope FROM entry WHERE is_indexed = 1;
--> statement-breakpoint
CREATE VIRTUAL TABLE IF NOT EXISTS entry_index USING fts5(
  terms, scope,
  content = 'entry_searchable', content_rowid = 'id',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'",
  prefix = '1 2'
);
--> statement-breakpoint
-- An import has found the terms already: to hand over and compare the text of each row took longer than to index some.
CREATE TRIGGER entry_index_insert AFTER INSERT ON entry WHEN new.is_indexed = 1 BEGIN
  INSERT INTO entry_index(rowid, terms, scope)
    VALUES (new.id, coalesce(kept_terms(new.id), index_terms(new.text)), new.scope_terms);
END;
--> statement-breakpoint
CREATE TRIGGER entry_index_delete AFTER DELETE ON entry WHEN old.is_indexed = 1 BEGIN
  INSERT INTO entry_index(entry_index, rowid, terms, scope)
    VALUES ('delete', old.id, index_terms(old.text), old.scope_terms);
END;
--> statement-breakpoint
-- One trigger with two statements, in this order: two AFTER triggers fire in the wrong one and corrupt the index.
CREATE TRIGGER entry_index_update AFTER UPDATE OF is_indexed, text, scope_terms ON entry BEGIN
  INSERT INTO entry_index(entry_index, rowid, terms, scope)
    SELECT 'delete', old.id, index_terms(old.text), old.scope_terms WHERE old.is_indexed = 1;
  INSERT INTO entry_index(rowid, terms, scope)
    SELECT new.id, index_terms(new.text), new.scope_terms WHERE new.is_indexed = 1;
END;
--> statement-breakpoint
-- What tools were asked and answered. The words are in the records alone, so the index keeps no text of its own: its rows
-- go by their id, and hold only scope tokens that never change.
DROP TRIGGER IF EXISTS entry_tools_delete;
--> statement-breakpoint
CREATE VIRTUAL TABLE IF NOT EXISTS tool_index USING fts5(
  terms, scope,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"
);
--> statement-breakpoint
CREATE TRIGGER entry_tools_delete AFTER DELETE ON entry WHEN old.tool_state > 0 BEGIN
  DELETE FROM tool_index WHERE rowid = old.id;
END;
