/** What the process of an import and the thread that stores for it say to each other. `null` to the thread: end. */
import type { ErrorKind } from '../../errors.ts';
import type { SaveRef } from '../save-types.ts';
import type { FilesOwner, PackedFile } from './add-files.ts';
import type { PackedBlock } from './blocks.ts';
import type { EntryColumns } from './entry-columns.ts';

export type BulkSettings = {
  readonly file: string;
  readonly schemaVersion: number;
  readonly secret: Uint8Array;
};

export type BulkWork =
  | {
      readonly method: 'addEntries';
      readonly to: { readonly save: SaveRef; readonly sourceId: number };
      readonly columns: EntryColumns;
      readonly blocks: readonly PackedBlock[];
    }
  | { readonly method: 'addFiles'; readonly owner: Omit<FilesOwner, 'secret'>; readonly files: readonly PackedFile[] };

export type BulkCall = { readonly id: number; readonly work: BulkWork };

export type BulkAnswer =
  | { readonly type: 'value'; readonly id: number; readonly value: unknown }
  /** `code` as SQLite's own errors have it. */
  | {
      readonly type: 'failure';
      readonly id: number;
      readonly kind: ErrorKind | null;
      readonly code: string | null;
      readonly message: string;
    };
