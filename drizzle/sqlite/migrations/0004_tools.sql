ALTER TABLE `entry` ADD `tool_state` integer;--> statement-breakpoint
ALTER TABLE `session_window` ADD `is_tool_indexed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `session_window_without_tools` ON `session_window` (`session_id`) WHERE "session_window"."is_tool_indexed" = 0;