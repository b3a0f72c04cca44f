/** Whether a file is Codex's, and what it is to an import. */
import type { FileHead, FileRole } from '../adapter.ts';
import { decodeUtf8, idAt, isObject, type JsonObject, parseObject } from '../json.ts';
import { isBareHead, openEnvelope } from './envelope.ts';

const ROLLOUT_FILE = /\/rollout-[^/]+\.jsonl$/;
const COMPRESSED_FILE = /\/rollout-[^/]+\.jsonl\.zst$/;
const INDEX_FILE = /\/session_index\.jsonl$/;
const DATABASE_FILE = /\/\.codex\/[\w-]{1,40}\.sqlite(?:-wal|-shm)?$/;
const PROMPTS_FILE = /\/history\.jsonl$/;

/** The beginning of a first line that is longer than the head: it holds the instructions of all tools. */
const OPENING = /^\s{0,8}\{[^{}]{0,300}"type"\s{0,4}:\s{0,4}"session_meta"[^{}]{0,200}"payload"\s{0,4}:\s{0,4}\{/;
const LINE_FEED = 0x0a;

export function classify(file: FileHead): FileRole | null {
  if (INDEX_FILE.test(file.path)) return { role: 'companion' };
  if (COMPRESSED_FILE.test(file.path)) {
    return { role: 'skip', reason: 'compressed session: unpack it with "zstd -d" and import the result' };
  }
  if (DATABASE_FILE.test(file.path)) {
    return { role: 'skip', reason: 'database that Codex keeps beside its sessions: they are files of their own' };
  }
  if (!file.path.endsWith('.jsonl')) return null;
  const records = readHead(file);
  if (PROMPTS_FILE.test(file.path) && records.some(isPrompt)) {
    return { role: 'skip', reason: 'list of typed prompts, which are in the sessions too' };
  }
  const isCodex = ROLLOUT_FILE.test(file.path)
    ? records.some((record) => openEnvelope(record) !== null)
    : records.some(isTellTale);
  return isCodex || OPENING.test(decodeUtf8(file.head).text) ? { role: 'transcript' } : null;
}

function readHead({ head, size }: FileHead): readonly JsonObject[] {
  const end = head.length >= size ? head.length : head.lastIndexOf(LINE_FEED);
  const lines = decodeUtf8(head.subarray(0, Math.max(end, 0))).text.split('\n');
  return lines.flatMap<JsonObject>((line) => (line.includes('{') ? (parseObject(line) ?? []) : []));
}

/** What no other format's line has. The bare items of early files look like many others', their neighbours do not. */
function isTellTale(record: JsonObject): boolean {
  if (isObject(record['payload'])) return typeof record['timestamp'] === 'string' && openEnvelope(record) !== null;
  if (typeof record['record_type'] === 'string') return true;
  return isBareHead(record) && ('instructions' in record || 'git' in record);
}

function isPrompt(record: JsonObject): boolean {
  return idAt(record, 'session_id') !== null && typeof record['ts'] === 'number' && typeof record['text'] === 'string';
}
