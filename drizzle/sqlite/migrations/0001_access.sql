CREATE TABLE `audit_event` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`person_id` integer,
	`act` text NOT NULL,
	`subject` text,
	`scope` text NOT NULL,
	`results` integer
);
--> statement-breakpoint
CREATE INDEX `audit_event_at` ON `audit_event` (`at_ms`);--> statement-breakpoint
CREATE TABLE `password_link` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`person_id` integer,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `session_grant` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`session_id` integer NOT NULL,
	`person_id` integer NOT NULL,
	`granter_id` integer NOT NULL,
	`covers` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer,
	`revoked_at_ms` integer,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`granter_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "session_grant_covers" CHECK("session_grant"."covers" IN ('session', 'tree'))
);
--> statement-breakpoint
CREATE INDEX `session_grant_person` ON `session_grant` (`person_id`) WHERE "session_grant"."revoked_at_ms" IS NULL;--> statement-breakpoint
CREATE INDEX `session_grant_session` ON `session_grant` (`session_id`);--> statement-breakpoint
CREATE TABLE `sign_in_failure` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at_ms` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `person` ADD `auth_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `session` ADD `is_title_chosen` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `session_window` ADD `chosen_leaf` text;