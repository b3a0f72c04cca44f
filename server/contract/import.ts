/** What an import reports, file by file. */
import type { FormatName } from './transcript.ts';

export type ImportStatus =
  | 'added' // a new session came from this file
  | 'updated' // an earlier session grew or changed its branch
  | 'unchanged' // all of it was there already
  | 'skipped' // known, and deliberately not imported
  | 'companion' // says something about other files; used
  | 'deleted earlier, not brought back'
  | 'failed';

export type ImportedFile = {
  readonly path: string;
  readonly format: FormatName | null;
  /** Key of the file's main session; null when the file gave none. */
  readonly sessionKey: string | null;
  /** Keys of all sessions that the file gave. */
  readonly sessionKeys: readonly string[];
  /** Records kept, messages among them, and messages on the active branch. */
  readonly entries: number;
  readonly messages: number;
  readonly active: number;
  readonly added: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number; readonly line?: number }[];
  readonly status: ImportStatus;
};

export type ImportReport = {
  readonly files: readonly ImportedFile[];
  /** Sessions that the imported files belong to, each counted once. */
  readonly sessions: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
};

export type ImportProgress = {
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly path: string;
};
