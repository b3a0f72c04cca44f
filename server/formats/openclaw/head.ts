/** Tells OpenClaw's transcripts by their first records, and keeps away from its relatives. */
import type { FileHead } from '../adapter.ts';
import { decodeUtf8, isObject, type JsonObject, objectAt, parseObject } from '../json.ts';
import { textField } from './text-field.ts';

/** `openclaw` and `pi` are certain; `family` is a transcript of one of the two that shows no sign of which. */
export type HeadVerdict = 'openclaw' | 'pi' | 'family' | 'empty' | 'foreign';

const MAX_RECORDS = 60;
/** Damage may hit the first line, so the first few decide. */
const OPENING_RECORDS = 3;
const ROW_TYPES =
  /^(?:message|model_change|thinking_level_change|custom|custom_message|compaction|branch_summary|reset|leaf|label|session_info|metadata)$/;
/** A first line that is longer than the head can only be told by its beginning. */
const LONG_FIRST_LINE = /^\s{0,8}\{\s{0,8}"type"\s{0,8}:\s{0,8}"message"\s{0,8},\s{0,8}"(?:id|parentId|timestamp)"/;
const OPENCLAW_FOLDER = /[/\\]\.(?:openclaw|clawdbot|moltbot|moldbot)(?:[/\\]|$)/;
const PI_FOLDER = /[/\\]\.pi[/\\]/;
const PI_ROLES = ['bashExecution', 'hookMessage'];
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/i;

export function judgeHead(file: FileHead): HeadVerdict {
  const { text } = decodeUtf8(file.head);
  const lines = text.split('\n', MAX_RECORDS);
  const isWhole = file.size <= file.head.length;
  const records = lines.flatMap<JsonObject>((line) => parseObject(line) ?? []);
  const first = records[0];
  if (first === undefined) {
    if (text.trim() === '') return 'empty';
    return !isWhole && LONG_FIRST_LINE.test(text) ? 'family' : 'foreign';
  }
  const opening = records.slice(0, OPENING_RECORDS);
  if (opening.some(isForeign) || !opening.some(isFamily)) return 'foreign';
  if (records.some(isOpenClawOnly)) return 'openclaw';
  return records.some(isPiOnly) || isPiOpening(records) ? 'pi' : 'family';
}

/** Marks of other tools' lines: Claude Code's envelope, Codex's payload, Copilot's events, Gemini's metadata. */
function isForeign(record: JsonObject): boolean {
  const isClaudeCode = 'uuid' in record || 'sessionId' in record || 'leafUuid' in record;
  return isClaudeCode || 'payload' in record || 'projectHash' in record || 'traceSchema' in record;
}

function isFamily(record: JsonObject): boolean {
  const type = textField(record, 'type');
  if (type === 'session') return textField(record, 'id') !== null;
  if (type === 'message') return textField(objectAt(record, 'message'), 'role') !== null;
  return type !== null && ROW_TYPES.test(type) && (textField(record, 'id') !== null || 'customType' in record);
}

function isOpenClawOnly(record: JsonObject): boolean {
  const customType = textField(record, 'customType') ?? '';
  if (customType.startsWith('openclaw') || customType === 'model-snapshot') return true;
  if (record.type === 'reset' || 'appendMode' in record || (record.type === 'leaf' && 'targetId' in record))
    return true;
  if (record.type === 'session') return OPENCLAW_FOLDER.test(textField(record, 'cwd') ?? '');
  return textField(objectAt(record, 'message'), 'provider') === 'openclaw';
}

function isPiOnly(record: JsonObject): boolean {
  if ('firstKeptEntryIndex' in record || 'branchedFrom' in record) return true;
  if (record.type === 'session') return PI_FOLDER.test(textField(record, 'parentSession') ?? '');
  return PI_ROLES.includes(textField(objectAt(record, 'message'), 'role') ?? '');
}

/** Version 1 (no version, no ids), or a time-ordered session id and a thinking level without a model snapshot. */
function isPiOpening(records: readonly JsonObject[]): boolean {
  const header = records.find((record) => record.type === 'session');
  const message = records.find((record) => record.type === 'message');
  if (header === undefined) return false;
  if (!('version' in header) && message !== undefined && !('id' in message)) return true;
  const hasThinkingLevel = records.some((record) => record.type === 'thinking_level_change');
  return hasThinkingLevel && UUID_V7.test(textField(header, 'id') ?? '');
}

/** A store is an object of entries with session ids; an empty one is told by its place. */
export function looksLikeStore(file: FileHead): boolean {
  const { text } = decodeUtf8(file.head);
  if (!text.trimStart().startsWith('{')) return false;
  if (file.size > file.head.length) return /"sessionId"\s{0,4}:/.test(text);
  const entries = Object.values(parseObject(text) ?? {});
  return entries.some((entry) => isObject(entry) && textField(entry, 'sessionId') !== null);
}

/** OpenClaw's scheduler writes a line for each run; other tools may well keep transcripts in a folder of that name. */
export function isCronLog(file: FileHead): boolean {
  return file.size === 0 || /"jobId"\s{0,4}:/.test(decodeUtf8(file.head).text);
}
