/** What the rules over a whole file need to know of a record, besides its outline. Holds no text but short titles. */
import type { RecordOutline } from '../../contract/transcript.ts';
import type { ChainType } from './line-types.ts';

/** Messages that a compaction kept word for word: they stand after `anchor`, not before the boundary. */
export type KeptMessages =
  | { readonly by: 'list'; readonly anchor: string; readonly ids: readonly string[] }
  | { readonly by: 'ends'; readonly anchor: string; readonly head: string; readonly tail: string };

/** In falling order of what names a session best. */
export const TITLE_SOURCES = [
  'custom',
  'ai',
  'last-prompt',
  'summary',
  'prompt',
  'command',
  'image',
  'document',
] as const;
export type TitleSource = (typeof TITLE_SOURCES)[number];

export type TitleHint = {
  readonly source: TitleSource;
  readonly text: string;
  /** The message that a summary is about: summaries of other sessions lie in the file too. */
  readonly about: string | null;
};

export type LineProblem = 'not-an-object' | 'cut-off' | 'damaged-utf8';

export type ClaudeCodeFacts = {
  readonly lineNumber: number;
  /** Of the bytes, for lines without an id of their own. */
  readonly contentHash: number | null;
  /** Null for lines that are not part of the conversation's tree. */
  readonly chainType: ChainType | null;
  /** Type that this adapter does not know, cut to 40 characters. */
  readonly unknownType: string | null;
  readonly problem: LineProblem | null;
  /** False when the line does not say which line it follows; a `null` says that it follows none. */
  readonly statesParent: boolean;
  /** Where a compaction boundary goes on from: the last line before the compaction. */
  readonly logicalParentId: string | null;
  readonly keptMessages: KeptMessages | null;
  readonly sessionId: string | null;
  readonly agentId: string | null;
  readonly cwd: string | null;
  readonly isSidechain: boolean;
  readonly isTeammate: boolean;
  /** The model's turn that a line is a piece of: one line is written for each block of it. */
  readonly turnId: string | null;
  readonly hasToolResult: boolean;
  /** Ids of the tool calls that the line makes, or answers. */
  readonly toolIds: readonly string[];
  /** A prompt that waited while the model worked; stands for a user's line. */
  readonly isQueuedPrompt: boolean;
  readonly title: TitleHint | null;
};

export type ClaudeCodeOutline = RecordOutline<ClaudeCodeFacts>;
