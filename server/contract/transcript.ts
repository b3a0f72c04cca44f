/**
 * What a transcript format hands to the house: records, outlines of records, and transcripts.
 * A record is one line (or one array element) of a file; it becomes one entry.
 */
import { z } from 'zod';
import type { RecordPart } from './history-part.ts';

export const FORMATS = ['openclaw', 'claude-code', 'codex'] as const;
export const formatSchema = z.enum(FORMATS);
/** The name of a transcript format, as `--format` takes it. */
export type FormatName = z.infer<typeof formatSchema>;

export const SESSION_KINDS = ['main', 'group', 'cron', 'hook', 'node', 'subagent', 'other'] as const;
export const sessionKindSchema = z.enum(SESSION_KINDS);
export type SessionKind = z.infer<typeof sessionKindSchema>;

export const ENTRY_ROLES = ['user', 'assistant', 'tool', 'system'] as const;
/** Who speaks in an entry; records that nobody speaks in (headers, controls) have none. */
export type EntryRole = (typeof ENTRY_ROLES)[number];
export const entryRoleSchema = z.enum(ENTRY_ROLES);

export const ENTRY_KINDS = [
  'message', // a person's or a model's turn, or a piece of it (a tool call alone has no text)
  'tool-result', // what a tool answered
  'injected', // put into the conversation by a program: reminders, notifications, wrappers
  'compaction', // from here on the model saw a summary of what lies before
  'branch-summary', // what an abandoned branch held, in a few words
  'reset', // a fence: the ordinary history starts after it
  'header', // names the session
  'control', // steers the file (leaf, title, mode, snapshot): never conversation
  'unknown', // a record type that the adapter does not know
  'invalid', // not a JSON object; its bytes are kept all the same
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
/** Kinds of records whose tool calls and results are shown and searched. */
export const KINDS_WITH_TOOLS: ReadonlySet<string> = new Set<EntryKind>(['message', 'tool-result', 'injected']);
export const entryKindSchema = z.enum(ENTRY_KINDS);

/** One line of a file. `offset` and `byteLength` are in bytes of the file, without the line feed. */
export type RecordLine = {
  readonly bytes: Uint8Array;
  /** 1 for the first line. */
  readonly lineNumber: number;
  readonly offset: number;
  /** False when the file ends without a line feed after these bytes. */
  readonly hasLineFeed: boolean;
};

/**
 * The light part of a record: what branch rules and storage need. Kept in memory for a whole file, so it holds no text.
 * `facts` belongs to the adapter that made it.
 */
export type RecordOutline<Facts = unknown> = {
  /** Id that the format gives, or null where it gives none. */
  readonly nativeId: string | null;
  readonly parentNativeId: string | null;
  readonly kind: EntryKind;
  readonly role: EntryRole | null;
  /** Unix time in milliseconds as the record says; null when it says none or nonsense. */
  readonly timeMs: number | null;
  readonly hasText: boolean;
  readonly model: string | null;
  readonly facts: Facts;
};

/** A record as read: its outline, and the searchable text (not redacted yet; empty when there is none). */
export type RecordDraft<Facts = unknown> = {
  readonly outline: RecordOutline<Facts>;
  readonly text: string;
  /** What it holds beside its text, as `readParts` of its bytes gives it. Keeps the whole record in memory. */
  readonly parts: () => readonly RecordPart[];
};

/** An entry's place in a transcript, after the format's own rules. `record` is the index into the outlines handed in. */
export type EntryPlace = {
  readonly record: number;
  /** Unique in the transcript. */
  readonly nativeId: string;
  /** Parent after correction by the format's rules; null for a root. Walking up from `leaf` gives the active branch. */
  readonly parentNativeId: string | null;
  /** False for what must not be searched although it has text: copies, records replaced by a later one. */
  readonly isSearchable: boolean;
};

/** One conversation found in a file. */
export type TranscriptOutline = {
  readonly format: FormatName;
  readonly nativeId: string;
  readonly sessionKey: string;
  readonly agentId: string;
  readonly kind: SessionKind;
  /** Key of the session that spawned this one, as the files claim it. */
  readonly parentKey: string | null;
  readonly title: string | null;
  /** Working folder or project, as the file names it. */
  readonly project: string | null;
  readonly model: string | null;
  readonly isIncognito: boolean;
  /** A closed interval of a key that lives on under another native id: never the session's current window. */
  readonly isClosedWindow: boolean;
  /** Other native ids of the same key over resets, oldest first, this one left out. */
  readonly familyNativeIds: readonly string[];
  /** In file order. */
  readonly entries: readonly EntryPlace[];
  /** `nativeId` of the entry that the active branch ends in; null when nothing is active. */
  readonly leaf: string | null;
};

/** Something about a file that its importer should know. Never a reason to lose the rest of the file. */
export type RecordIssue = {
  readonly reason: string;
  /** Line of the first case, where it has one. */
  readonly lineNumber: number | null;
  readonly count: number;
};
