/** Whether a file is Claude Code's, and what it is to an import. */
import type { FileHead, FileRole } from '../adapter.ts';
import { decodeUtf8, type JsonObject, objectAt, parseObject, stringAt } from '../json.ts';
import { findChainType, isControlType } from './line-types.ts';

const META_FILE = /\/agent-[^/]+\.meta\.json$/;
const JOURNAL_FILE = /\/subagents\/(?:[^/]+\/)*journal\.jsonl$/;
const TOOL_RESULT_FILE = /\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/tool-results\/[^/]+$/;

/** What no other format's line has, seen in a first line that is longer than the head. Escaped quotes do not match. */
const OPENING = /^\s*\{[\s\S]{0,2000}?"(?:parentUuid|leafUuid|isSidechain|isSnapshotUpdate|trackedFileBackups)"\s*:/;
const LINE_FEED = 0x0a;

export function classify(file: FileHead): FileRole | null {
  if (META_FILE.test(file.path)) return { role: 'companion' };
  if (JOURNAL_FILE.test(file.path)) return { role: 'skip', reason: 'journal of a workflow, holds no conversation' };
  if (TOOL_RESULT_FILE.test(file.path)) {
    return { role: 'skip', reason: 'output of a tool that was put aside, belongs to the session beside it' };
  }
  return file.path.endsWith('.jsonl') && looksLikeClaudeCode(file) ? { role: 'transcript' } : null;
}

/** Decided by the first line that is unmistakable, so that broken and unknown lines before it do no harm. */
function looksLikeClaudeCode({ head, size }: FileHead): boolean {
  const isWhole = head.length >= size;
  const end = isWhole ? head.length : head.lastIndexOf(LINE_FEED);
  if (end === -1) return OPENING.test(decodeUtf8(head).text);
  const lines = decodeUtf8(head.subarray(0, end)).text.split('\n');
  return lines.some((line) => {
    const record = parseObject(line);
    return record !== null && isTellTale(record);
  });
}

function isTellTale(record: JsonObject): boolean {
  const type = stringAt(record, 'type');
  switch (findChainType(type)) {
    case 'user':
    case 'assistant':
      return 'message' in record && !('id' in record);
    case 'system':
    case 'progress':
    case 'attachment':
      return 'uuid' in record || objectAt(record, 'attachment') !== null;
    case null:
      return (
        type !== null && isControlType(type) && ['sessionId', 'leafUuid', 'messageId'].some((key) => key in record)
      );
  }
}
