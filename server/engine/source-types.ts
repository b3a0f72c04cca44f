/** What the engine tells of files that were imported. */
import type { PersonId } from '../contract/actor.ts';
import type { SourceFileRow, SourceFolder } from '../contract/source.ts';

export type StoredFolder = Omit<SourceFolder, 'canImportAgain'>;

export type SourceFilesAsk = {
  readonly ownerId: PersonId;
  readonly folder: string;
  /** Name of the last file of the page before. */
  readonly after: string | null;
  readonly limit: number;
};

export type SourceFilesPage = { readonly files: readonly SourceFileRow[]; readonly hasMore: boolean };
