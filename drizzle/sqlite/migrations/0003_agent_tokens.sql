CREATE TABLE `agent_token` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`person_id` integer NOT NULL,
	`name` text NOT NULL,
	`agent_id` text NOT NULL,
	`session_id` integer,
	`visibility` text NOT NULL,
	`agent_ids` text,
	`is_sandboxed` integer NOT NULL,
	`includes_granted` integer NOT NULL,
	`can_write` integer NOT NULL,
	`secret_hash` text NOT NULL,
	`former_hash` text,
	`former_until_ms` integer,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer,
	`revoked_at_ms` integer,
	`last_used_at_ms` integer,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "agent_token_visibility" CHECK("agent_token"."visibility" IN ('self', 'tree', 'agent', 'all')),
	CONSTRAINT "agent_token_bound" CHECK("agent_token"."session_id" IS NOT NULL OR ("agent_token"."visibility" IN ('agent', 'all') AND "agent_token"."is_sandboxed" = 0)),
	CONSTRAINT "agent_token_former" CHECK(("agent_token"."former_hash" IS NULL) = ("agent_token"."former_until_ms" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_token_secret_hash_unique` ON `agent_token` (`secret_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `agent_token_former_hash_unique` ON `agent_token` (`former_hash`);--> statement-breakpoint
CREATE INDEX `agent_token_person` ON `agent_token` (`person_id`);--> statement-breakpoint
CREATE INDEX `agent_token_session` ON `agent_token` (`session_id`);