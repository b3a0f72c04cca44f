/** What the server's process and its children say to each other. */

import type { ImportProgress, ImportReport } from '../contract/import.ts';
import type { ErrorKind } from '../errors.ts';

/** A reading for a read child: a method of the engine and its arguments. */
export type ReadCall = { readonly id: number; readonly method: string; readonly args: readonly unknown[] };

/** `ready` comes once, when the child can take work. An unexpected cause stays in the child's log: kind `broken`. */
export type ChildAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'value'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly kind: ErrorKind; readonly message: string };

/** Long work for the write child. `email` is whose scope it runs under. */
export type Job =
  | {
      readonly job: 'import';
      readonly email: string;
      readonly paths: readonly string[];
      readonly restoresDeleted: boolean;
    }
  /** Imports what was uploaded into a folder of its own, and removes the folder, whatever comes of it. */
  | {
      readonly job: 'import-upload';
      readonly email: string;
      readonly folder: string;
      readonly restoresDeleted: boolean;
    }
  /** Imports the transcripts that come with the product, deleted ones too. */
  | { readonly job: 'samples'; readonly email: string; readonly folder: string }
  | { readonly job: 'remove-samples'; readonly email: string }
  | { readonly job: 'delete'; readonly email: string; readonly session: string }
  | { readonly job: 'purge' };

export type JobMessage =
  | { readonly type: 'start'; readonly id: number; readonly job: Job }
  | { readonly type: 'cancel'; readonly id: number };

export type JobAnswer =
  | ChildAnswer
  | { readonly type: 'progress'; readonly id: number; readonly progress: ImportProgress };

export type JobResult = {
  readonly import: ImportReport;
  readonly 'import-upload': ImportReport;
  readonly samples: ImportReport;
  readonly 'remove-samples': { readonly removed: number };
  readonly delete: { readonly sessionKey: string; readonly entries: number; readonly purged: boolean };
  readonly purge: { readonly purged: boolean };
};
