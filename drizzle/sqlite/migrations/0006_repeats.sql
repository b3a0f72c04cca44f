CREATE TABLE `__new_entry` (
	`id` integer PRIMARY KEY NOT NULL,
	`session_id` integer NOT NULL,
	`window_id` integer NOT NULL,
	`position` integer NOT NULL,
	`parent_position` integer,
	`native_id` text NOT NULL,
	`kind` text NOT NULL,
	`role` text,
	`model` text,
	`time_ms` integer NOT NULL,
	`term_count` integer NOT NULL,
	`repeats` text,
	`is_active` integer NOT NULL,
	`walk` integer,
	`is_searchable` integer NOT NULL,
	`is_indexed` integer NOT NULL,
	`scope_terms` text NOT NULL,
	`record_hash` text NOT NULL,
	`block_id` integer NOT NULL,
	`block_offset` integer NOT NULL,
	`byte_length` integer NOT NULL,
	`line_number` integer NOT NULL,
	`file_offset` integer NOT NULL,
	`masks` text,
	`tool_state` integer,
	`text` text NOT NULL,
	FOREIGN KEY (`window_id`) REFERENCES `session_window`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`block_id`) REFERENCES `record_block`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "entry_active_walks" CHECK("__new_entry"."is_active" = ("__new_entry"."walk" IS NOT NULL))
);
--> statement-breakpoint
INSERT INTO `__new_entry` (`id`, `session_id`, `window_id`, `position`, `parent_position`, `native_id`, `kind`, `role`, `model`, `time_ms`, `term_count`, `repeats`, `is_active`, `walk`, `is_searchable`, `is_indexed`, `scope_terms`, `record_hash`, `block_id`, `block_offset`, `byte_length`, `line_number`, `file_offset`, `masks`, `tool_state`, `text`)
  SELECT `id`, `session_id`, `window_id`, `position`, `parent_position`, `native_id`, `kind`, `role`, `model`, `time_ms`, `term_count`, CASE WHEN `is_searchable` = 1 THEN repeated_terms(`text`) END, `is_active`, `walk`, `is_searchable`, `is_indexed`, `scope_terms`, `record_hash`, `block_id`, `block_offset`, `byte_length`, `line_number`, `file_offset`, `masks`, `tool_state`, `text` FROM `entry`;
--> statement-breakpoint
DROP TABLE `entry`;
--> statement-breakpoint
ALTER TABLE `__new_entry` RENAME TO `entry`;
--> statement-breakpoint
CREATE UNIQUE INDEX `entry_window_position` ON `entry` (`window_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `entry_window_native` ON `entry` (`window_id`,`native_id`);--> statement-breakpoint
CREATE INDEX `entry_walk` ON `entry` (`window_id`,`walk`) WHERE "entry"."walk" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entry_off_branch_child` ON `entry` (`window_id`,`parent_position`) WHERE "entry"."is_active" = 0;--> statement-breakpoint
CREATE INDEX `entry_block` ON `entry` (`block_id`);
