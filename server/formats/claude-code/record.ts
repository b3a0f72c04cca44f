/** Reads one line. Little more than JSON.parse, and nothing in a line makes it throw. */
import type { RecordDraft, RecordLine } from '../../contract/transcript.ts';
import { hashBytes } from '../hash.ts';
import { decodeUtf8, idAt, isoTimeMs, type JsonObject, objectAt, parseObject, stringAt } from '../json.ts';
import { share } from '../share.ts';
import type { ClaudeCodeFacts, KeptMessages, LineProblem } from './facts.ts';
import { type ChainType, findChainType, isControlType } from './line-types.ts';
import { partsOf } from './read-parts.ts';
import { readSpeech, type Speech, silent } from './speech.ts';
import { titleOfLine } from './titles.ts';

const MAX_TYPE_LENGTH = 40;
const MAX_PATH_LENGTH = 4096;

export function readRecord(line: RecordLine): RecordDraft<ClaudeCodeFacts> {
  const { text, isDamaged } = decodeUtf8(line.bytes);
  const record = parseObject(text);
  if (record === null) {
    const problem = line.hasLineFeed ? 'not-an-object' : 'cut-off';
    return draft(line, {}, { chainType: null, unknownType: null, problem, speech: silent('invalid') });
  }
  return draft(line, record, { ...readType(record), problem: isDamaged ? 'damaged-utf8' : null });
}

type Typed = {
  readonly chainType: ChainType | null;
  readonly unknownType: string | null;
  readonly speech: Speech;
};

function readType(record: JsonObject): Typed {
  const type = stringAt(record, 'type') ?? '';
  const chainType = findChainType(type);
  if (chainType !== null) return { chainType, unknownType: null, speech: readSpeech(record, chainType) };
  if (!isControlType(type))
    return { chainType, unknownType: type.slice(0, MAX_TYPE_LENGTH), speech: silent('unknown') };
  return { chainType, unknownType: null, speech: { ...silent('control'), title: titleOfLine(record, type) } };
}

type Reading = Typed & { readonly problem: LineProblem | null };

/** One literal each for outline and facts: spreading partial objects together cost more than the parsing. */
function draft(line: RecordLine, record: JsonObject, reading: Reading): RecordDraft<ClaudeCodeFacts> {
  const { kind, role, model, text } = reading.speech;
  const nativeId = share(idAt(record, 'uuid'));
  const parentNativeId = share(idAt(record, 'parentUuid'));
  const isBoundary = kind === 'compaction';
  const facts: ClaudeCodeFacts = {
    lineNumber: line.lineNumber,
    contentHash: nativeId === null ? hashBytes(line.bytes) : null,
    chainType: reading.chainType,
    unknownType: reading.unknownType,
    problem: reading.problem,
    statesParent: parentNativeId !== null || record['parentUuid'] === null,
    logicalParentId: isBoundary ? idAt(record, 'logicalParentUuid') : null,
    keptMessages: isBoundary ? readKeptMessages(record) : null,
    sessionId: share(idAt(record, 'sessionId')),
    agentId: share(idAt(record, 'agentId')),
    cwd: share(readPath(record)),
    isSidechain: record['isSidechain'] === true,
    isTeammate: typeof record['teamName'] === 'string',
    turnId: share(reading.speech.turnId),
    hasToolResult: reading.speech.hasToolResult,
    toolIds: reading.speech.toolIds,
    isQueuedPrompt: reading.speech.isQueuedPrompt,
    title: reading.speech.title,
  };
  const timeMs = isoTimeMs(record['timestamp']);
  const hasText = text !== '';
  const outline = { nativeId, parentNativeId, kind, role, timeMs, hasText, model: share(model), facts };
  return { outline, text, parts: () => partsOf(record) };
}

function readPath(record: JsonObject): string | null {
  const cwd = stringAt(record, 'cwd');
  return cwd !== null && cwd !== '' && cwd.length <= MAX_PATH_LENGTH ? cwd : null;
}

/** Newer versions list what they kept, older ones name its ends; with a list, the ends are not asked. */
function readKeptMessages(record: JsonObject): KeptMessages | null {
  const metadata = objectAt(record, 'compactMetadata') ?? {};
  const list = objectAt(metadata, 'preservedMessages');
  if (list) {
    const anchor = idAt(list, 'anchorUuid');
    const ids: readonly unknown[] = Array.isArray(list['uuids']) ? list['uuids'] : [];
    return anchor !== null && ids.every((id) => typeof id === 'string') ? { by: 'list', anchor, ids } : null;
  }
  const ends = objectAt(metadata, 'preservedSegment') ?? {};
  const [anchor, head, tail] = ['anchorUuid', 'headUuid', 'tailUuid'].map((key) => idAt(ends, key));
  return anchor && head && tail ? { by: 'ends', anchor, head, tail } : null;
}
