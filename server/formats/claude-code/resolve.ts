/** From the lines of one file to the conversations in it. */
import type { EntryPlace, TranscriptOutline } from '../../contract/transcript.ts';
import type { FileContext, Resolution } from '../adapter.ts';
import { findActiveChain } from './active-chain.ts';
import { type Chart, drawChart } from './chart.ts';
import { assignIds } from './entry-ids.ts';
import type { ClaudeCodeOutline } from './facts.ts';
import { findLineIssues, findTreeIssues, NO_CONVERSATION } from './issues.ts';
import { traceLineage } from './lineage.ts';
import { findNodes, NONE, type Nodes } from './nodes.ts';
import { AGENT_ID, findSubAgentFile, sessionIdOf, sessionKey, subAgentId, subAgentKey } from './session-names.ts';
import { findSubAgentMeta } from './sub-agent-meta.ts';
import { chooseTitle } from './titles.ts';

type File = { readonly chart: Chart; readonly nodes: Nodes; readonly ids: readonly string[] };

/** A conversation's lines, in file order. `root` is `NONE` for the main one, else where its sidechain starts. */
type Part = { readonly root: number; readonly records: readonly number[] };

/** What a conversation is called and whose it is; `givenTitle` stands before the titles in its lines. */
type Identity = Pick<TranscriptOutline, 'nativeId' | 'sessionKey' | 'kind' | 'parentKey'> & {
  readonly givenTitle: string | null;
};

export function resolve(lines: readonly ClaudeCodeOutline[], context: FileContext): Resolution {
  const lineIssues = findLineIssues(lines);
  if (!lines.some(isSpoken)) {
    return { transcripts: [], issues: [{ reason: NO_CONVERSATION, lineNumber: null, count: 1 }, ...lineIssues] };
  }
  const ownSubAgent = identifySubAgentFile(lines, context);
  const outlines = dropCommonMarks(lines, ownSubAgent !== null);
  const nodes = findNodes(outlines);
  const lineage = traceLineage(outlines, nodes);
  const file: File = { chart: drawChart(outlines, lineage.parents), nodes, ids: assignIds(outlines, nodes) };
  const sessionId = sessionIdOf(context.path, outlines);
  const transcripts = partRecords(outlines, nodes, lineage.sidechains).map((part) =>
    outlineTranscript(file, part, ownSubAgent ?? identifyPart(sessionId, file.ids[part.root] ?? null)),
  );
  return { transcripts, issues: [...lineIssues, ...findTreeIssues(outlines, nodes, lineage)] };
}

/** A mark on every line parts nothing: of a sidechain in a sub-agent's own file, of a teammate in a teammate's. */
function dropCommonMarks(outlines: readonly ClaudeCodeOutline[], isSubAgent: boolean): readonly ClaudeCodeOutline[] {
  const isTeam = outlines.every(({ facts }) => facts.chainType === null || facts.isTeammate);
  if (!isSubAgent && !isTeam) return outlines;
  return outlines.map((outline) => {
    const { isSidechain, isTeammate } = outline.facts;
    const marks = { isSidechain: isSidechain && !isSubAgent, isTeammate: isTeammate && !isTeam };
    return { ...outline, facts: { ...outline.facts, ...marks } };
  });
}

function isSpoken(outline: ClaudeCodeOutline | undefined): boolean {
  const facts = outline?.facts;
  return facts?.chainType === 'user' || facts?.chainType === 'assistant' || facts?.isQueuedPrompt === true;
}

function identifySubAgentFile(outlines: readonly ClaudeCodeOutline[], context: FileContext): Identity | null {
  const file = findSubAgentFile(context.path, outlines);
  if (file === null) return null;
  const meta = findSubAgentMeta(context);
  const nativeId = subAgentId(file.sessionId, file.agent);
  const parent = meta?.parentAgentId ?? null;
  const isNested = parent !== null && parent !== file.agent;
  const parentKey = isNested ? subAgentKey(subAgentId(file.sessionId, parent)) : sessionKey(file.sessionId);
  return { nativeId, sessionKey: subAgentKey(nativeId), kind: 'subagent', parentKey, givenTitle: meta?.title ?? null };
}

function identifyPart(sessionId: string, rootId: string | null): Identity {
  const key = sessionKey(sessionId);
  if (rootId === null)
    return { nativeId: sessionId, sessionKey: key, kind: 'other', parentKey: null, givenTitle: null };
  const nativeId = subAgentId(sessionId, rootId);
  return { nativeId, sessionKey: subAgentKey(nativeId), kind: 'subagent', parentKey: key, givenTitle: null };
}

/** Lines outside of the tree go with the main conversation; in a file of sidechains alone, with the first of them. */
function partRecords(outlines: readonly ClaudeCodeOutline[], nodes: Nodes, sidechains: Int32Array): Part[] {
  const recordsOf = new Map<number, number[]>([[NONE, []]]);
  outlines.forEach((_, index) => {
    const replacement = nodes.replacedBy[index] ?? NONE;
    const root = sidechains[replacement === NONE ? index : replacement] ?? NONE;
    const records = recordsOf.get(root);
    if (records) records.push(index);
    else recordsOf.set(root, [index]);
  });
  const [main, first, ...others] = [...recordsOf].map(([root, records]): Part => ({ root, records }));
  if (main === undefined || first === undefined) return main ? [main] : [];
  const isHeard = main.records.some((index) => isSpoken(outlines[index]));
  if (isHeard) return [main, first, ...others];
  return [{ root: first.root, records: [...main.records, ...first.records].sort((a, b) => a - b) }, ...others];
}

function outlineTranscript({ chart, nodes, ids }: File, { records }: Part, identity: Identity): TranscriptOutline {
  const { givenTitle, ...named } = identity;
  const chain = findActiveChain(
    chart,
    records.filter((index) => nodes.isNode[index] === 1),
  );
  const follows = new Map(chain.map((index, place) => [index, chain[place - 1] ?? NONE]));
  const idOf = (index: number | undefined) => (index === undefined ? null : (ids[index] ?? null));
  const entries = records.map(
    (record): EntryPlace => ({
      record,
      nativeId: idOf(record) ?? '',
      parentNativeId: idOf(follows.get(record) ?? chart.parents[record]),
      isSearchable: nodes.replacedBy[record] === NONE,
    }),
  );
  const outlines = records.map((index) => chart.outlines[index]).filter((outline) => outline !== undefined);
  return {
    ...named,
    format: 'claude-code',
    agentId: AGENT_ID,
    title: givenTitle ?? chooseTitle(outlines, (id) => nodes.byId.has(id)),
    project: outlines.find(({ facts }) => facts.cwd !== null)?.facts.cwd ?? null,
    model: outlines.findLast(({ model }) => model !== null)?.model ?? null,
    isIncognito: false,
    isClosedWindow: false,
    familyNativeIds: [],
    entries,
    leaf: idOf(chain.at(-1)),
  };
}
