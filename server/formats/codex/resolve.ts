/** From the records of one file to the conversation in it. */
import type { EntryPlace, TranscriptOutline } from '../../contract/transcript.ts';
import type { FileContext, Resolution } from '../adapter.ts';
import { chainRecords, NONE } from './chain.ts';
import { findOwnStart } from './copied-history.ts';
import { makeIds } from './entry-ids.ts';
import type { CodexOutline } from './facts.ts';
import { findIssues, noConversation } from './issues.ts';
import { findIndexedName } from './session-index.ts';
import { AGENT_ID, identify } from './session-names.ts';
import { chooseTitle } from './titles.ts';

export function resolve(outlines: readonly CodexOutline[], context: FileContext): Resolution {
  const headAt = outlines.findIndex(({ facts }) => facts.head !== null);
  const ownStart = headAt === NONE ? 0 : findOwnStart(outlines, headAt);
  const isCopied = (index: number) => headAt !== NONE && index > headAt && index < ownStart;
  const issues = findIssues(outlines, isCopied);
  if (!outlines.some(isSpoken)) return { transcripts: [], issues: [...noConversation(outlines), ...issues] };
  const parents = chainRecords(outlines, { headAt, ownStart });
  const ids = makeIds(outlines);
  const entries = outlines.map(
    ({ kind, hasText }, record): EntryPlace => ({
      record,
      nativeId: ids[record] ?? '',
      parentNativeId: ids[parents[record] ?? NONE] ?? null,
      isSearchable: hasText && kind === 'message' && !isCopied(record),
    }),
  );
  const last = ownStart < outlines.length ? outlines.length - 1 : headAt;
  const transcript = { ...describe(outlines, { headAt, ownStart, context }), entries, leaf: ids[last] ?? null };
  return { transcripts: [transcript], issues };
}

type Place = { readonly headAt: number; readonly ownStart: number; readonly context: FileContext };

/** The head that stands first is the thread's own; later ones came with copied history. */
function describe(
  outlines: readonly CodexOutline[],
  { headAt, ownStart, context }: Place,
): Omit<TranscriptOutline, 'entries' | 'leaf'> {
  const head = outlines[headAt]?.facts.head ?? null;
  const own = outlines.slice(ownStart);
  return {
    ...identify(context.path, head, outlines),
    format: 'codex',
    agentId: AGENT_ID,
    title: chooseTitle(own, findIndexedName(context.companions, head?.id ?? null)) ?? head?.nickname ?? null,
    project: head?.cwd ?? own.find(({ facts }) => facts.cwd !== null)?.facts.cwd ?? null,
    model: own.findLast(({ facts }) => facts.model !== null)?.facts.model ?? null,
    isIncognito: false,
    isClosedWindow: false,
    familyNativeIds: [],
  };
}

function isSpoken({ kind }: CodexOutline): boolean {
  return kind === 'message' || kind === 'compaction';
}
