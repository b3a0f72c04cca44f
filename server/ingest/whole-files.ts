import type { WholeFile } from '../engine/save-types.ts';
import type { MessageCounts } from '../transcripts/new-entries.ts';
import { BATCH_BYTES, BATCH_ENTRIES } from '../transcripts/save.ts';
import { wholeSession } from '../transcripts/whole-session.ts';
import { addedFile, factsOf, type ReadFile } from './import-file.ts';

/** A new file, ready to be stored in one go. */
export type PreparedFile = {
  readonly file: ReadFile;
  readonly whole: WholeFile;
  readonly counts: readonly MessageCounts[];
};

/** Whether a file may be stored in one go: nothing of it was imported before, and it fits into one transaction. */
export function mayBeWhole({ isNew, parsed, task, deleted }: ReadFile): boolean {
  const isFree = isNew && !task.restoresDeleted && deleted.size === 0;
  return isFree && parsed.byteSize <= BATCH_BYTES && parsed.outlines.length <= BATCH_ENTRIES;
}

export async function prepareWhole(file: ReadFile): Promise<PreparedFile> {
  const { task, parsed, contextHash } = file;
  const sessions = [];
  for (const transcript of file.transcripts)
    sessions.push(await wholeSession({ transcript, records: parsed, nowMs: task.nowMs }));
  const facts = factsOf(task, addedFile(file, sessions));
  const source = { sha256: parsed.sha256, contextHash, byteSize: parsed.byteSize, facts };
  return {
    file,
    whole: { path: task.name, source, sessions: sessions.map(({ session }) => session) },
    counts: sessions,
  };
}
