/** Everything about a conversation but its entries: id, key, kind, title, project, model, and its place among windows. */
import type { TranscriptOutline } from '../../contract/transcript.ts';
import type { FileContext } from '../adapter.ts';
import type { OpenClawOutline } from './facts.ts';
import { folderAgentId, type NamedFile, nameOf } from './file-names.ts';
import { isIncognitoKey, keyOfFile, kindOfKey } from './keys.ts';
import { findInStores, type StoreMatch } from './store-lookup.ts';

const UNNAMED = 'unnamed';

export type SessionFacts = Omit<TranscriptOutline, 'format' | 'entries' | 'leaf'>;

/** `path`: indexes of the active branch, root first. */
export function describeSession(
  outlines: readonly OpenClawOutline[],
  path: readonly number[],
  context: FileContext,
): SessionFacts {
  const file = nameOf(context.path);
  const header = outlines.find((outline) => outline.facts.header !== null)?.facts.header ?? null;
  const sessionId = header?.sessionId ?? file.sessionId ?? UNNAMED;
  const match = findInStores(context.companions, file, sessionId);
  const nativeId = nativeIdOf(file, sessionId, match);
  const key = match?.entry ?? keyOfFile(nativeId, folderAgentId(context.path));
  const active = path.flatMap((index) => outlines[index] ?? []);
  return {
    nativeId,
    sessionKey: key.key,
    agentId: key.agentId,
    kind: kindOfKey(key.rest, match?.entry.chatType ?? null),
    parentKey: match?.entry.parentKey ?? null,
    title: match?.entry.title ?? lastName(outlines) ?? firstOpening(active) ?? firstOpening(outlines),
    project: header?.cwd ?? match?.entry.project ?? null,
    model: lastModel(active) ?? match?.entry.model ?? lastModel(outlines),
    isIncognito: isIncognitoKey(key.key) || match?.entry.isIncognito === true,
    isClosedWindow: file.kind === 'reset' || match?.isCurrent === false,
    familyNativeIds: (match?.entry.familyIds ?? []).filter((id) => id !== nativeId && id !== sessionId),
  };
}

/** Topics of a chat, and a closed interval whose id lives on, share a session id with another file: the name sets them apart. */
function nativeIdOf(file: NamedFile, sessionId: string, match: StoreMatch | null): string {
  const isTopic = file.topic !== null && file.sessionId?.startsWith(`${sessionId}-topic-`) === true;
  const ownId = isTopic && file.sessionId !== null ? file.sessionId : sessionId;
  const livesOn = file.kind === 'reset' && (match?.entry.sessionId === sessionId || match?.entry.sessionId === ownId);
  return livesOn ? `${ownId}.reset.${file.closedAt}` : ownId;
}

function lastName(outlines: readonly OpenClawOutline[]): string | null {
  return outlines.findLast((outline) => outline.facts.sessionName !== null)?.facts.sessionName ?? null;
}

function firstOpening(outlines: readonly OpenClawOutline[]): string | null {
  return outlines.find((outline) => outline.facts.opening !== null)?.facts.opening ?? null;
}

/** What answered last; before the first answer, what was chosen last. */
function lastModel(outlines: readonly OpenClawOutline[]): string | null {
  const answered = outlines.findLast((outline) => outline.role === 'assistant' && outline.model !== null)?.model;
  return answered ?? outlines.findLast((outline) => outline.facts.chosenModel !== null)?.facts.chosenModel ?? null;
}
