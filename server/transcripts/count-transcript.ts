import { activePath } from '../branch/walk.ts';
import type { RecordOutline, TranscriptOutline } from '../contract/transcript.ts';

export type TranscriptCounts = { readonly entries: number; readonly messages: number; readonly active: number };

/** Counts of a transcript as its file has it: records, messages among them, and messages on the active branch. */
export function countTranscript(transcript: TranscriptOutline, outlines: readonly RecordOutline[]): TranscriptCounts {
  const active = new Set(activePath(transcript.entries, transcript.leaf));
  const counts = { entries: transcript.entries.length, messages: 0, active: 0 };
  for (const [index, place] of transcript.entries.entries()) {
    const outline = outlines[place.record];
    if (outline === undefined || !isMessage(outline)) continue;
    counts.messages += 1;
    if (active.has(index)) counts.active += 1;
  }
  return counts;
}

/** An entry of role user or assistant, with text or without. */
export function isMessage({ kind, role }: Pick<RecordOutline, 'kind' | 'role'>): boolean {
  return kind === 'message' && (role === 'user' || role === 'assistant');
}
