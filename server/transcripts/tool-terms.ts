import type { RecordPart } from '../contract/history-part.ts';
import type { NewEntry } from '../engine/save-types.ts';
import { redactToolText } from '../redaction/tool-text.ts';
import { indexTerms } from '../text/index-terms.ts';

/** What the index of tools gets of a record's tool calls and results: terms of their redacted text; null without any. */
export function toolTerms(parts: readonly RecordPart[]): NewEntry['tools'] {
  const { text, masks } = redactToolText(parts);
  return text.trim() === '' ? null : { terms: indexTerms(text), isMasked: masks.length > 0 };
}
