import type { TranscriptOutline } from '../contract/transcript.ts';
import type { SaveHeader } from '../engine/save-types.ts';
import { redact } from '../redaction/redact.ts';
import { renderMasks } from '../text/render-masks.ts';
import { cleanId } from './clean-id.ts';

export const TITLE_MAX = 200;
export const PROJECT_MAX = 1000;
/** The first half of a character that a cut went through. */
const CUT_CHARACTER = /[\uD800-\uDBFF]$/;

/** The session's own facts as they are stored: title and project are shown in lists, so they pass the gate too. */
export function saveHeader(transcript: TranscriptOutline): SaveHeader {
  return {
    format: transcript.format,
    nativeId: cleanId(transcript.nativeId),
    sessionKey: cleanId(transcript.sessionKey),
    agentId: cleanId(transcript.agentId),
    kind: transcript.kind,
    parentKey: transcript.parentKey === null ? null : cleanId(transcript.parentKey),
    title: shownText(transcript.title, TITLE_MAX),
    project: shownText(transcript.project, PROJECT_MAX),
    model: transcript.model,
    isIncognito: transcript.isIncognito,
    isClosedWindow: transcript.isClosedWindow,
  };
}

/** Redacted before it is cut, as everything that is shown. */
export function shownText(text: string | null, maxLength: number): string | null {
  if (text === null || text.trim() === '') return null;
  const redacted = redact(text.trim());
  const rendered = renderMasks(redacted.text, redacted.masks).text;
  return rendered.length <= maxLength
    ? rendered
    : `${rendered
        .slice(0, maxLength - 1)
        .replace(CUT_CHARACTER, '')
        .trimEnd()}…`;
}
