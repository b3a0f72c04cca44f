ALTER TABLE `source_file` ADD `folder` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `source_file` ADD `format` text;--> statement-breakpoint
ALTER TABLE `source_file` ADD `entries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `source_file` ADD `messages` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `source_file` ADD `issues` text;--> statement-breakpoint
CREATE INDEX `source_file_owner_folder` ON `source_file` (`owner_id`,`folder`,`path`);--> statement-breakpoint
UPDATE `source_file` SET `folder` = iif(instr(`path`, '/') = 0, substr(`path`, 1, instr(`path`, ':')),
  iif(substr(`path`, 1, 1) = '/' AND instr(substr(`path`, 2), '/') = 0, '/',
    rtrim(rtrim(`path`, replace(`path`, '/', '')), '/')));
