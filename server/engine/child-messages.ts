/** What the server's process and its children say to each other. */

import type { Actor } from '../contract/actor.ts';
import type { AppendInput, AppendReply, MoveLeafInput } from '../contract/append.ts';
import type { ImportProgress, ImportReport } from '../contract/import.ts';
import type { ErrorKind } from '../errors.ts';

/** A reading for a read child: a method of the engine and its arguments. */
export type ReadCall = { readonly id: number; readonly method: string; readonly args: readonly unknown[] };

/** `ready` comes once, when the child can take work. An unexpected cause stays in the child's log: kind `broken`. */
export type ChildAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'value'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly kind: ErrorKind; readonly message: string };

/** Of a read child: with the processor time that the reading took, which a busy machine does not lengthen. */
export type ReadAnswer =
  | { readonly type: 'ready' }
  | (Exclude<ChildAnswer, { readonly type: 'ready' }> & { readonly cpuMs: number });

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
  /** `spoolFolder`: where copies of pushed files lie, which go too. */
  | { readonly job: 'delete'; readonly email: string; readonly session: string; readonly spoolFolder: string }
  /** Imports files of one place that changed, by their names in it; null: all of them. */
  | {
      readonly job: 'import-push';
      readonly email: string;
      readonly folder: string;
      readonly files: readonly string[] | null;
    }
  | { readonly job: 'purge' };

/** Short work that does not wait for jobs: it comes between two of their transactions. `actor` was just looked up. */
export type LiveWork =
  | { readonly work: 'append'; readonly actor: Actor; readonly input: AppendInput }
  | { readonly work: 'move-leaf'; readonly actor: Actor; readonly input: MoveLeafInput }
  | { readonly work: 'close'; readonly actor: Actor; readonly input: { readonly session: string } };

export type LiveResult = {
  readonly append: AppendReply;
  readonly 'move-leaf': null;
  readonly close: null;
};

export type JobMessage =
  | { readonly type: 'start'; readonly id: number; readonly job: Job }
  | { readonly type: 'live'; readonly id: number; readonly work: LiveWork }
  | { readonly type: 'cancel'; readonly id: number };

export type JobAnswer =
  | ChildAnswer
  | { readonly type: 'progress'; readonly id: number; readonly progress: ImportProgress };

export type JobResult = {
  readonly import: ImportReport;
  readonly 'import-upload': ImportReport;
  readonly samples: ImportReport;
  readonly 'import-push': ImportReport;
  readonly 'remove-samples': { readonly removed: number };
  readonly delete: { readonly sessionKey: string; readonly entries: number; readonly purged: boolean };
  readonly purge: { readonly purged: boolean };
};
