/** One line of a transcript: what it is, what it says, and what the branch rules need of it. */
import type { RecordDraft, RecordLine } from '../../contract/transcript.ts';
import { hashBytes, hashText } from '../hash.ts';
import { decodeUtf8, type JsonObject, objectAt, parseObject } from '../json.ts';
import { share } from '../share.ts';
import { readId } from './entry-ids.ts';
import type { OpenClawFacts, OpenClawOutline } from './facts.ts';
import { type MessageText, messageText, NO_TEXT } from './message-text.ts';
import { partsOf } from './read-parts.ts';
import { kindOf } from './record-kinds.ts';
import { timeOf } from './record-time.ts';
import { textField } from './text-field.ts';
import { cutTitle } from './title.ts';
import { NO_PART, treePart } from './tree-part.ts';

const MIRROR_PROVIDER = 'openclaw';
const MIRROR_MODELS = ['delivery-mirror', 'gateway-injected'];
const FAILED_REASONS = ['error', 'aborted'];
const NO_BLOCKS: readonly number[] = [];

type Draft = Omit<RecordDraft<OpenClawFacts>, 'parts'>;

/** A record's object, its type, and the message in it where it is one. */
type Parsed = { readonly record: JsonObject; readonly type: string | null; readonly message: JsonObject | null };

export function readRecord(line: RecordLine): RecordDraft<OpenClawFacts> {
  const decoded = decodeUtf8(line.bytes);
  const record = parseObject(decoded.text);
  return { ...draftOf(line, decoded, record), parts: () => partsOf(record) };
}

function draftOf(
  line: RecordLine,
  { text, isDamaged }: ReturnType<typeof decodeUtf8>,
  record: JsonObject | null,
): Draft {
  const facts: OpenClawFacts = {
    lineNumber: line.lineNumber,
    lineState: record === null ? brokenState(text, line.hasLineFeed) : 'record',
    hasBadUtf8: isDamaged,
    contentHash: hashBytes(line.bytes),
    tree: NO_PART,
    textHash: null,
    blockHashes: NO_BLOCKS,
    isMirror: false,
    isFailed: false,
    opening: null,
    header: null,
    sessionName: null,
    chosenModel: null,
  };
  if (record === null) return brokenDraft(facts);
  const type = textField(record, 'type');
  const message = type === 'message' ? objectAt(record, 'message') : null;
  const parsed = { record, type, message };
  return message === null ? readOther(parsed, facts) : readMessage({ ...parsed, message }, facts);
}

function brokenState(text: string, hasLineFeed: boolean): OpenClawFacts['lineState'] {
  if (text.trim() === '') return 'blank';
  return hasLineFeed ? 'malformed' : 'torn';
}

function brokenDraft(facts: OpenClawFacts): Draft {
  const ids = { nativeId: null, parentNativeId: null };
  return {
    outline: { ...ids, kind: 'invalid', role: null, timeMs: null, hasText: false, model: null, facts },
    text: '',
  };
}

function readOther(parsed: Parsed, base: OpenClawFacts): Draft {
  const { record, type } = parsed;
  const outline = outlineOf(parsed, base);
  if (type === 'session') {
    const header = { sessionId: readId(record, 'id'), cwd: textField(record, 'cwd') };
    // The header's id names the session, not an entry.
    return { outline: { ...outline, nativeId: null, parentNativeId: null, facts: { ...base, header } }, text: '' };
  }
  const tree = treePart(parsed, outline.parentNativeId);
  const sessionName = type === 'session_info' ? cutTitle(textField(record, 'name') ?? '') : null;
  const chosenModel = type === 'model_change' ? textField(record, 'modelId') : null;
  return { outline: { ...outline, facts: { ...base, tree, sessionName, chosenModel } }, text: '' };
}

function readMessage(parsed: Parsed & { message: JsonObject }, base: OpenClawFacts): Draft {
  const outline = outlineOf(parsed, base);
  const content = outline.kind === 'message' ? messageText(parsed.message, outline.role) : NO_TEXT;
  const tree = treePart(parsed, outline.parentNativeId);
  const facts = { ...base, tree, ...speechFacts(parsed.message, outline, content) };
  const kind = content.isWrapperOnly ? 'injected' : outline.kind;
  const model = facts.isMirror ? null : outline.model;
  return { outline: { ...outline, kind, model, hasText: content.text !== '', facts }, text: content.text };
}

function speechFacts(message: JsonObject, { role, model }: OpenClawOutline, content: MessageText) {
  const isAssistant = role === 'assistant';
  return {
    textHash: content.text === '' ? null : hashText(content.text),
    blockHashes: content.blocks.length > 1 ? content.blocks.map(hashText) : NO_BLOCKS,
    isMirror: isAssistant && message.provider === MIRROR_PROVIDER && MIRROR_MODELS.includes(model ?? ''),
    isFailed: isAssistant && FAILED_REASONS.includes(textField(message, 'stopReason') ?? ''),
    opening: role === 'user' ? cutTitle(content.text) : null,
  };
}

function outlineOf({ record, type, message }: Parsed, facts: OpenClawFacts): OpenClawOutline {
  const { kind, role } = kindOf(type, textField(message, 'role'));
  return {
    nativeId: share(readId(record, 'id')),
    parentNativeId: share(readId(record, 'parentId')),
    kind,
    role,
    timeMs: timeOf(record, message),
    hasText: false,
    model: share(textField(message, 'model')),
    facts,
  };
}
