/** What the rules over a whole file need to know of a record, besides its outline. Holds no text but short titles. */
import type { RecordOutline } from '../../contract/transcript.ts';

/** A `session_meta` record: who a thread is. Copied history brings the ones of other threads into a file. */
export type ThreadHead = {
  readonly id: string | null;
  /** When the thread was made, Unix milliseconds; null when neither its id nor its record tells. */
  readonly bornMs: number | null;
  readonly cwd: string | null;
  readonly isSubAgent: boolean;
  /** Of a sub-agent alone: the thread that started it. */
  readonly parentId: string | null;
  /** True for a sub-agent that another sub-agent started. */
  readonly isNested: boolean;
  readonly forkedFromId: string | null;
  /** What a sub-agent is called. */
  readonly nickname: string | null;
};

/** In falling order of what names a session best. `task`: what another agent asked of this one. */
export const TITLE_SOURCES = ['name', 'prompt', 'image', 'task'] as const;
export type TitleSource = (typeof TITLE_SOURCES)[number];

/** `text` is empty where a name was taken away again. */
export type TitleHint = { readonly source: TitleSource; readonly text: string };

export type LineProblem = 'not-an-object' | 'cut-off' | 'damaged-utf8';

export type CodexFacts = {
  readonly lineNumber: number;
  readonly contentHash: number;
  readonly problem: LineProblem | null;
  /** Type that this adapter does not know, cut to 40 characters. */
  readonly unknownType: string | null;
  readonly head: ThreadHead | null;
  /** When the turn that the record names began, Unix milliseconds; null when it names none, or no time in it. */
  readonly turnMs: number | null;
  readonly isTurnEnd: boolean;
  /** How many of the last turns the person took back here; 0 in all other records. */
  readonly rolledBackTurns: number;
  /** A message as it was shown on the screen: a copy of the one that the model saw or wrote. */
  readonly isShownMessage: boolean;
  /** Working folder and model that hold from here on. */
  readonly cwd: string | null;
  readonly model: string | null;
  readonly title: TitleHint | null;
};

export type CodexOutline = RecordOutline<CodexFacts>;
