/** What an import reports, file by file. */
import { z } from 'zod';
import { formatSchema } from './transcript.ts';

export const importStatusSchema = z.enum([
  'added', // a new session came from this file
  'updated', // an earlier session grew or changed its branch
  'unchanged', // all of it was there already
  'skipped', // known, and deliberately not imported
  'companion', // says something about other files; used
  'deleted earlier, not brought back',
  'failed',
]);
export type ImportStatus = z.infer<typeof importStatusSchema>;

export const importedFileSchema = z.strictObject({
  path: z.string(),
  format: formatSchema.nullable(),
  /** Key of the file's main session; null when the file gave none. */
  sessionKey: z.string().nullable(),
  /** Keys of all sessions that the file gave. */
  sessionKeys: z.array(z.string()).readonly(),
  /** Records kept, messages among them, and messages on the active branch. */
  entries: z.int(),
  messages: z.int(),
  active: z.int(),
  added: z.int(),
  skipped: z
    .array(z.strictObject({ reason: z.string(), count: z.int(), line: z.int().exactOptional() }).readonly())
    .readonly(),
  status: importStatusSchema,
});
export type ImportedFile = Readonly<z.infer<typeof importedFileSchema>>;

export const importReportSchema = z.strictObject({
  files: z.array(importedFileSchema.readonly()).readonly(),
  /** Sessions that the imported files belong to, each counted once. */
  sessions: z.int(),
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
});
export type ImportReport = Readonly<z.infer<typeof importReportSchema>>;

/** Counts of files, and of bytes. `path` is the file under way; empty at the end. */
export const importProgressSchema = z.strictObject({
  filesDone: z.int(),
  filesTotal: z.int(),
  bytesDone: z.int(),
  bytesTotal: z.int(),
  path: z.string(),
});
export type ImportProgress = Readonly<z.infer<typeof importProgressSchema>>;
