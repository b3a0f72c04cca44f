/** Exports: one session as a file, or a list as a table. */
import { z } from 'zod';
import { sessionNameSchema } from './grant.ts';
import { searchInput } from './search.ts';
import { sessionListInput } from './session.ts';

export const EXPORT_FORMATS = ['jsonl', 'markdown', 'html'] as const;
export const exportFormatSchema = z.enum(EXPORT_FORMATS);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** A table is made whole before it leaves, so that it can say in front whether it was cut. */
export const EXPORT_ROWS_MAX = 10_000;

export const exportInput = z.strictObject({
  /** Session key, opaque id or native id. */
  session: sessionNameSchema,
  as: exportFormatSchema,
  /** Message id of a leaf: that branch instead of the active one. Not with `jsonl`, which holds all branches. */
  branch: z.string().min(1).max(500).optional(),
  /** Tool calls, tool results and what programs put in; `jsonl` always holds them. */
  includeTools: z.boolean().default(true),
});
export type ExportInput = z.input<typeof exportInput>;

export const sessionListExportInput = sessionListInput.omit({ limit: true, cursor: true });
export type SessionListExportInput = z.input<typeof sessionListExportInput>;

export const hitsExportInput = searchInput.omit({ limit: true, cursor: true });
export type HitsExportInput = z.input<typeof hitsExportInput>;

/** A file on its way out. Each chunk holds whole characters; failing in the middle means that the file is not whole. */
export type ExportFile = {
  /** Letters, digits, marks of letters and dashes, in any script, and the extension. */
  readonly name: string;
  readonly mediaType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
};

export type ExportTable = ExportFile & {
  readonly rows: number;
  /** True when there is more than the table holds: over `EXPORT_ROWS_MAX` rows, or older matches that no search ranks. */
  readonly isCut: boolean;
};
