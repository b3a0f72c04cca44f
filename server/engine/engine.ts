/**
 * The port between the house and its store. All methods are async and know no dialect; every read takes a `Reach` and
 * applies it inside its own statement. Times are Unix milliseconds, lengths and offsets of bytes are bytes.
 */
import type { Person, PersonId, Reach, Role, SessionId } from '../contract/actor.ts';
import type { AuditEvent } from '../contract/audit.ts';
import type { Caller } from '../contract/caller.ts';
import type { DoctorCheck, IndexingState, PurgeState } from '../contract/doctor.ts';
import type { MatchFacets, MatchFacetsRequest } from '../contract/facets.ts';
import type { HistoryPage, HistoryRequest, HistoryRow } from '../contract/history.ts';
import type { SearchPage, SearchRequest } from '../contract/search.ts';
import type { Facet, SessionFilter, SessionPage, SessionSummary } from '../contract/session.ts';
import type { EngineAccess } from './access-port.ts';
import type { EngineAppend } from './append-port.ts';
import type { BranchRequest, BranchTree, Glance, OutlinePage, PlacesRequest } from './branch-types.ts';
import type { RecordCheck, RecordPlace } from './record-types.ts';
import type {
  ClosedSource,
  Closing,
  NewEntry,
  SaveHeader,
  SaveRef,
  SourceFile,
  StoredEntry,
  WholeFile,
  WindowState,
} from './save-types.ts';
import type { SourceFilesAsk, SourceFilesPage, StoredFolder } from './source-types.ts';
import type { EngineTokens } from './token-port.ts';

export type Engine = EngineReads &
  EngineWrites &
  EngineAccess &
  EngineTokens &
  EngineAppend & { close(): Promise<void> };

export type EngineReads = {
  /** Throws `timeout` past the deadline, `cancelled` when the caller is gone. */
  search(reach: Reach, request: SearchRequest, caller: Caller): Promise<SearchPage>;
  listSessions(reach: Reach, filter: SessionFilter): Promise<SessionPage>;
  /** What the visible sessions can be filtered by, with counts. */
  facets(reach: Reach): Promise<readonly Facet[]>;
  /** What a query's visible matches can be narrowed by. Throws as `search`. */
  matchFacets(reach: Reach, request: MatchFacetsRequest, caller: Caller): Promise<MatchFacets>;
  /** Folders that this person imported from, by name; sessions are counted where they are visible. */
  listSourceFolders(reach: Reach, ownerId: PersonId): Promise<readonly StoredFolder[]>;
  /** Files of one of these folders, by name, behind `after`; sessions are named where they are visible. */
  listSourceFiles(reach: Reach, ask: SourceFilesAsk): Promise<SourceFilesPage>;
  /** All visible sessions that `name` (opaque id, session key, native id; for tokens `current` and `main` too) may mean. */
  findSessions(reach: Reach, name: string): Promise<readonly SessionSummary[]>;
  /** Parts come with tools only, and are not redacted; a page with tools may be shorter than its limit. */
  history(reach: Reach, request: HistoryRequest): Promise<HistoryPage>;
  /** One message of a visible session, on any branch, with its parts, which are not redacted. */
  findMessage(reach: Reach, ask: { sessionId: SessionId; messageId: string }): Promise<HistoryRow | null>;
  /** The tree of the window that history shows; null when the branch is not there. Empty when the session is not. */
  branchTree(reach: Reach, request: BranchRequest): Promise<BranchTree | null>;
  /** Entries of a visible session by their places in one of its windows, in no order. */
  glances(reach: Reach, ask: PlacesRequest): Promise<readonly Glance[]>;
  /** Prompts and boundaries of a whole branch; null when the branch is not there. Empty when the session is not. */
  outline(reach: Reach, request: BranchRequest & { readonly limit: number }): Promise<OutlinePage | null>;
  /** Some records of a visible session with their places, in order, behind `after`; empty at the end. */
  recordPlaces(reach: Reach, ask: { sessionId: SessionId; after: RecordPlace | null }): Promise<readonly RecordCheck[]>;
  /** Returns when the store can be read. */
  pulse(): Promise<void>;
  findPerson(email: string): Promise<Person | null>;
  findFirstOwner(): Promise<Person | null>;
  countPeople(): Promise<number>;
  /** Health of the whole store: no session's data, so no reach. */
  check(): Promise<readonly DoctorCheck[]>;
  /** Windows whose records are still to be read for the index of tools, anybody's. */
  countUnreadTools(): Promise<number>;
};

export type EngineWrites = {
  /** HMAC-SHA256 of a payload under this store's own secret, base64url. */
  sign(payload: string): Promise<string>;
  /** The audit event, if somebody here adds the person, gets the new id as its subject. Throws `conflict` when the e-mail is taken. */
  addPerson(person: { email: string; role: Role }, audit?: AuditEvent): Promise<Person>;
  /** Bytes of all sources of this owner together. */
  storedBytes(ownerId: PersonId): Promise<number>;
  /** The source row of this owner's path, made if need be, with what the last finished import of it saw. */
  openSource(ownerId: PersonId, path: string): Promise<SourceFile>;
  /** The same without making it: null when nothing was imported from the path. */
  findSource(ownerId: PersonId, path: string): Promise<SourceFile | null>;
  closeSource(source: ClosedSource): Promise<void>;
  /**
   * Stores and shows whole files in one transaction. Gives the sessions of each in their order; null for a file that is
   * left out since the store knows one of its conversations or keys already: that one must be merged step by step.
   */
  addFiles(ownerId: PersonId, files: readonly WholeFile[]): Promise<readonly (readonly SessionId[] | null)[]>;
  /** True when this owner deleted this conversation earlier; `lift` forgets that it was. */
  isDeleted(ownerId: PersonId, identity: { format: string; nativeId: string; lift: boolean }): Promise<boolean>;
  /** Finds or makes session and window, and drops what a cut-off save left in it. Throws `gone` when `isDeleted` holds. */
  openWindow(ownerId: PersonId, header: SaveHeader): Promise<WindowState>;
  /** Stored entries of a window, revisions included, by position. */
  storedEntries(windowId: number): Promise<readonly StoredEntry[]>;
  /**
   * Adds entries that nobody sees before `closeWindow`. One transaction a call. Throws `conflict` when the session was
   * deleted or another save of the window began.
   */
  addEntries(save: SaveRef, sourceId: number, entries: readonly NewEntry[]): Promise<void>;
  /** Shows what was added and applies changes to earlier entries, in one transaction. Throws `conflict` as `addEntries`. */
  closeWindow(save: SaveRef, closing: Closing): Promise<void>;
  /** Deletes a visible session in one transaction; null when it is not visible. */
  deleteSession(reach: Reach, sessionId: SessionId, audit?: AuditEvent): Promise<{ entries: number } | null>;
  /** Takes one bounded step of removing deleted bytes from disk. */
  purgeStep(): Promise<PurgeState>;
  /** Takes one bounded step of filling the index of tools. */
  fillToolsStep(): Promise<IndexingState>;
  /** Makes the index of messages anew and empties that of tools, which is then to be filled; `broken`: only where they have drifted. */
  resetIndexes(which: 'all' | 'broken'): Promise<void>;
};
