import { z } from 'zod';
import { sourceFilesInput } from '../../../server/contract/source.ts';

const sourcesParams = z.object({
  folder: sourceFilesInput.shape.folder.optional().catch(undefined),
});

/** The folder whose files are shown. */
export type SourcesParams = Readonly<z.infer<typeof sourcesParams>>;

/** Reads the address. Never throws: what is of the wrong form counts as none. */
export function readSourcesParams(
  raw: Readonly<Record<string, string | readonly string[] | undefined>>,
): SourcesParams {
  return sourcesParams.parse(raw);
}

/** The address that shows the files of a folder; undefined: of none. A file of no folder has the empty name. */
export function sourcesHref(folder: string | undefined): string {
  return folder === undefined ? '/sources' : `/sources?${new URLSearchParams({ folder }).toString()}`;
}
