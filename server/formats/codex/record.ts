/** Reads one line. Little more than JSON.parse, and nothing in a line makes it throw. */
import type { RecordDraft, RecordLine } from '../../contract/transcript.ts';
import { hashBytes } from '../hash.ts';
import { decodeUtf8, idAt, isoTimeMs, type JsonObject, objectAt, parseObject, stringAt } from '../json.ts';
import { type Envelope, openEnvelope } from './envelope.ts';
import type { CodexFacts, LineProblem } from './facts.ts';
import { partsOf } from './read-parts.ts';
import { readSpeech, type Speech, silent } from './speech.ts';
import { pathAt, readThreadHead, turnTimeMs } from './thread-head.ts';

const MAX_TYPE_LENGTH = 40;
const TURN_ENDS: ReadonlySet<string> = new Set(['task_complete', 'turn_complete', 'turn_aborted']);
const SHOWN_MESSAGES: ReadonlySet<string> = new Set(['user_message', 'agent_message', 'UserMessage', 'AgentMessage']);

export function readRecord(line: RecordLine): RecordDraft<CodexFacts> {
  const { text, isDamaged } = decodeUtf8(line.bytes);
  const record = parseObject(text);
  if (record === null) {
    const problem = line.hasLineFeed ? 'not-an-object' : 'cut-off';
    return draft(line, {}, { envelope: null, problem, unknownType: null, speech: silent('invalid') });
  }
  const envelope = openEnvelope(record);
  const speech = envelope === null ? silent('unknown') : readSpeech(envelope);
  const unknownType = speech.kind === 'unknown' ? typeOf(record, envelope) : null;
  return draft(line, record, { envelope, problem: isDamaged ? 'damaged-utf8' : null, unknownType, speech });
}

type Reading = {
  readonly envelope: Envelope | null;
  readonly problem: LineProblem | null;
  readonly unknownType: string | null;
  readonly speech: Speech;
};

function draft(line: RecordLine, record: JsonObject, reading: Reading): RecordDraft<CodexFacts> {
  const { envelope, problem, unknownType, speech } = reading;
  const payload = envelope?.payload ?? {};
  const event = envelope?.type === 'event_msg' ? envelope.payloadType : '';
  const isContext = envelope?.type === 'turn_context';
  const facts: CodexFacts = {
    lineNumber: line.lineNumber,
    contentHash: hashBytes(line.bytes),
    problem,
    unknownType,
    head: envelope?.type === 'session_meta' ? readThreadHead(payload) : null,
    turnMs: turnTimeMs(payload),
    isTurnEnd: TURN_ENDS.has(event),
    rolledBackTurns: event === 'thread_rolled_back' ? countAt(payload, 'num_turns') : 0,
    isShownMessage: SHOWN_MESSAGES.has(event === 'item_completed' ? itemType(payload) : event),
    cwd: isContext ? pathAt(payload, 'cwd') : null,
    model: isContext ? idAt(payload, 'model') : null,
    title: speech.title,
  };
  const { kind, role, text } = speech;
  const timeMs = isoTimeMs(record['timestamp']);
  const outline = {
    nativeId: null,
    parentNativeId: null,
    kind,
    role,
    timeMs,
    hasText: text !== '',
    model: null,
    facts,
  };
  return { outline, text, parts: () => partsOf(record) };
}

function itemType(event: JsonObject): string {
  return stringAt(objectAt(event, 'item') ?? {}, 'type') ?? '';
}

function typeOf(record: JsonObject, envelope: Envelope | null): string {
  const type = envelope === null ? (stringAt(record, 'type') ?? '') : envelope.payloadType;
  return type.slice(0, MAX_TYPE_LENGTH);
}

/** A whole number from 0 on; 0 for anything else. */
function countAt(payload: JsonObject, key: string): number {
  const count = payload[key];
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
