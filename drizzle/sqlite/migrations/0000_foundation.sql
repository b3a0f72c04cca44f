CREATE TABLE `entry` (
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
	`text` text NOT NULL,
	`masks` text,
	FOREIGN KEY (`window_id`) REFERENCES `session_window`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`block_id`) REFERENCES `record_block`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "entry_active_walks" CHECK("entry"."is_active" = ("entry"."walk" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entry_window_position` ON `entry` (`window_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `entry_window_native` ON `entry` (`window_id`,`native_id`);--> statement-breakpoint
CREATE INDEX `entry_walk` ON `entry` (`window_id`,`walk`) WHERE "entry"."walk" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entry_off_branch_child` ON `entry` (`window_id`,`parent_position`) WHERE "entry"."is_active" = 0;--> statement-breakpoint
CREATE INDEX `entry_block` ON `entry` (`block_id`);--> statement-breakpoint
CREATE TABLE `record_block` (
	`id` integer PRIMARY KEY NOT NULL,
	`session_id` integer NOT NULL,
	`source_id` integer NOT NULL,
	`data` blob NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`source_id`) REFERENCES `source_file`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `record_block_session` ON `record_block` (`session_id`);--> statement-breakpoint
CREATE INDEX `record_block_source` ON `record_block` (`source_id`);--> statement-breakpoint
CREATE TABLE `source_file` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer NOT NULL,
	`path` text NOT NULL,
	`sha256` text,
	`context_hash` text,
	`byte_size` integer DEFAULT 0 NOT NULL,
	`imported_at_ms` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `source_file_owner_path` ON `source_file` (`owner_id`,`path`);--> statement-breakpoint
CREATE TABLE `source_session` (
	`source_id` integer NOT NULL,
	`session_id` integer NOT NULL,
	FOREIGN KEY (`source_id`) REFERENCES `source_file`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `source_session_pair` ON `source_session` (`source_id`,`session_id`);--> statement-breakpoint
CREATE INDEX `source_session_by_session` ON `source_session` (`session_id`);--> statement-breakpoint
CREATE TABLE `person` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text,
	`disabled_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	CONSTRAINT "person_role" CHECK("person"."role" IN ('owner', 'operator', 'member'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `person_email_unique` ON `person` (`email`);--> statement-breakpoint
CREATE TABLE `agent` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer NOT NULL,
	`agent_id` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_owner_agent` ON `agent` (`owner_id`,`agent_id`);--> statement-breakpoint
CREATE TABLE `session` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`public_id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`agent_ref` integer NOT NULL,
	`session_key` text NOT NULL,
	`format` text NOT NULL,
	`kind` text NOT NULL,
	`title` text,
	`label` text,
	`project` text,
	`model` text,
	`parent_key` text,
	`parent_id` integer,
	`archived_at_ms` integer,
	`is_incognito` integer DEFAULT false NOT NULL,
	`is_stale` integer DEFAULT false NOT NULL,
	`is_complete` integer DEFAULT false NOT NULL,
	`message_count` integer DEFAULT 0 NOT NULL,
	`entry_count` integer DEFAULT 0 NOT NULL,
	`first_time_ms` integer,
	`last_time_ms` integer,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`agent_ref`) REFERENCES `agent`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`parent_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_public_id_unique` ON `session` (`public_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `session_owner_key` ON `session` (`owner_id`,`session_key`);--> statement-breakpoint
CREATE INDEX `session_parent` ON `session` (`parent_id`);--> statement-breakpoint
CREATE INDEX `session_orphan` ON `session` (`owner_id`,`parent_key`) WHERE "session"."parent_id" IS NULL;--> statement-breakpoint
CREATE INDEX `session_last_time` ON `session` (`last_time_ms`);--> statement-breakpoint
CREATE TABLE `session_window` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`native_id` text NOT NULL,
	`is_closed` integer NOT NULL,
	`entry_count` integer DEFAULT 0 NOT NULL,
	`save_number` integer DEFAULT 0 NOT NULL,
	`first_time_ms` integer,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_window_native` ON `session_window` (`session_id`,`native_id`);--> statement-breakpoint
CREATE INDEX `session_window_by_native` ON `session_window` (`native_id`);--> statement-breakpoint
CREATE TABLE `tombstone` (
	`owner_id` integer NOT NULL,
	`identity_hmac` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tombstone_identity` ON `tombstone` (`owner_id`,`identity_hmac`);--> statement-breakpoint
CREATE TABLE `purge` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`deleted_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `store_fact` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
