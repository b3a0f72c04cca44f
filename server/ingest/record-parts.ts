import type { RecordPart } from '../contract/history-part.ts';
import type { Redacted } from '../contract/redaction.ts';
import type { FormatName } from '../contract/transcript.ts';
import { adapterByFormat } from '../formats/registry.ts';
import { redactToolText } from '../redaction/tool-text.ts';

/**
 * What a stored record holds beside its text, read again from its bytes; not redacted. The engine is handed this when it
 * is opened, since it knows no formats. Throws `broken` for a format that the registry lacks.
 */
export function recordParts(format: FormatName, bytes: Uint8Array): readonly RecordPart[] {
  return adapterByFormat(format).readParts(bytes);
}

/** The redacted text of a stored record's tool calls and results: what is in the index of tools, and what hits there show. */
export function recordToolText(format: FormatName, bytes: Uint8Array): Redacted {
  return redactToolText(recordParts(format, bytes));
}
