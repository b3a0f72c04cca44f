/** Where transcripts come from: folders of this machine, files that were imported, and imports under way. */
import { z } from 'zod';
import { importProgressSchema, importReportSchema } from './import.ts';
import { formatSchema } from './transcript.ts';

/** A folder in which agents of this machine keep transcripts, inside the roots that may be imported. */
export const foundFolderSchema = z.strictObject({
  path: z.string(),
  format: formatSchema,
  files: z.int(),
  byteSize: z.int(),
  /** The look was cut off; there is more than that. */
  isPartial: z.boolean(),
});
export type FoundFolder = Readonly<z.infer<typeof foundFolderSchema>>;

/** `unfinished`: begun, not finished. `problems`: imported, and something in it was not kept or not understood. */
export const sourceStateSchema = z.enum(['imported', 'problems', 'unfinished']);
export type SourceState = z.infer<typeof sourceStateSchema>;

/** All imported files of one folder. Uploads stand under `upload:` and their folder's name. */
export const sourceFolderSchema = z.strictObject({
  folder: z.string(),
  files: z.int(),
  byteSize: z.int(),
  sessions: z.int(),
  /** Files with problems or unfinished. */
  problems: z.int(),
  /** Unix milliseconds; null when no import of it has finished. */
  importedAtMs: z.int().nullable(),
  /** True when this server may read the folder again, for this caller. */
  canImportAgain: z.boolean(),
});
export type SourceFolder = Readonly<z.infer<typeof sourceFolderSchema>>;

export const SOURCE_PAGE_MAX = 200;

export const sourceFilesInput = z.strictObject({
  folder: z.string().max(4096),
  cursor: z.string().max(8192).optional(),
  limit: z.int().min(1).max(SOURCE_PAGE_MAX).default(100),
});
export type SourceFilesInput = z.input<typeof sourceFilesInput>;

export const sourceFileSchema = z.strictObject({
  /** Name inside its folder. */
  name: z.string(),
  state: sourceStateSchema,
  byteSize: z.int(),
  importedAtMs: z.int().nullable(),
  /** Records kept of it, and messages among them. */
  entries: z.int(),
  messages: z.int(),
  sessions: z.array(z.strictObject({ sessionId: z.string(), title: z.string().nullable() }).readonly()).readonly(),
  issues: z
    .array(z.strictObject({ reason: z.string(), count: z.int(), line: z.int().exactOptional() }).readonly())
    .readonly(),
});
export type SourceFileRow = Readonly<z.infer<typeof sourceFileSchema>>;

export const sourceFilesReplySchema = z.strictObject({
  files: z.array(sourceFileSchema.readonly()).readonly(),
  nextCursor: z.string().nullable(),
});
export type SourceFilesReply = Readonly<z.infer<typeof sourceFilesReplySchema>>;

/** A piece of long work of the caller's own: running, or ended within the last hour. */
export const shownJobSchema = z.strictObject({
  jobId: z.string(),
  work: z.enum(['import', 'upload', 'samples', 'delete']),
  /** Unix milliseconds. */
  startedAtMs: z.int(),
  endedAtMs: z.int().nullable(),
  progress: importProgressSchema.nullable(),
  report: importReportSchema.nullable(),
  /** One sentence; null while it goes well. */
  failure: z.string().nullable(),
});
export type ShownJob = Readonly<z.infer<typeof shownJobSchema>>;

/** How many of the sample sessions are there. */
export const samplesReplySchema = z.strictObject({ loaded: z.int(), total: z.int() });
