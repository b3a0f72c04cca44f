import type { RecordPart } from '../contract/history-part.ts';
import { type EntryKind, KINDS_WITH_TOOLS } from '../contract/transcript.ts';
import type { NewEntry } from '../engine/save-types.ts';
import { redactToolText } from '../redaction/tool-text.ts';

/**
 * What is searched of a record's tool calls and results, redacted; null without any. The parts are asked for only where
 * the record's kind may have some.
 */
export function toolText(kind: EntryKind, parts: () => readonly RecordPart[]): NewEntry['tools'] {
  if (!KINDS_WITH_TOOLS.has(kind)) return null;
  const { text, masks } = redactToolText(parts());
  return text.trim() === '' ? null : { text, isMasked: masks.length > 0 };
}
