import type { PersonId, SessionId } from '../../contract/actor.ts';
import type { SaveHeader, WholeFile, WholeSession } from '../save-types.ts';
import { type PackedBlock, packRecords } from './blocks.ts';
import { withBulkIndex } from './bulk-index.ts';
import { entryRows } from './entries.ts';
import { type EntryColumns, fromColumns, toColumns } from './entry-columns.ts';
import { entryIdAllocator } from './entry-ids.ts';
import { type EntryRow, insertEntries } from './entry-rows.ts';
import type { Connection } from './open.ts';
import { showWhole } from './show-whole.ts';
import { closeSourceInside, openSource } from './sources.ts';
import { type WindowFacts, windowFacts } from './window-facts.ts';
import { isFresh, openWindowInside } from './windows.ts';

export type FilesOwner = { readonly ownerId: PersonId; readonly secret: Uint8Array; readonly nowMs: number };

type PackedSession = {
  readonly header: SaveHeader;
  readonly columns: EntryColumns;
  readonly blocks: readonly PackedBlock[];
};
/** A file that is ready to be stored, here or in a thread. */
export type PackedFile = Omit<WholeFile, 'sessions'> & { readonly sessions: readonly PackedSession[] };
type OpenSession = PackedSession & { readonly facts: WindowFacts };
/** The rows of each session's entries. */
type SessionRows = ReadonlyMap<OpenSession, readonly EntryRow[]>;
type OpenFile = { readonly file: PackedFile; readonly sourceId: number; readonly sessions: readonly OpenSession[] };

/** `addPackedFiles` of files as they come. */
export async function addFiles(
  connection: Connection,
  owner: FilesOwner,
  files: readonly WholeFile[],
): Promise<readonly (readonly SessionId[] | null)[]> {
  return addPackedFiles(connection, owner, await packFiles(files, () => true));
}

/** `findsTerms` is asked when the records are compressed: whether index terms are found here, or by whoever stores. */
export async function packFiles(
  files: readonly WholeFile[],
  findsTerms: () => boolean,
): Promise<readonly PackedFile[]> {
  const sessions = files.flatMap((file) => file.sessions);
  const blocks = await packRecords(sessions.map(({ entries }) => entries.map((each) => each.record.bytes)));
  const how = { findsTerms: findsTerms() };
  const packed = new Map<WholeSession, PackedSession>();
  for (const [index, session] of sessions.entries()) {
    const columns = toColumns(session.entries, how);
    packed.set(session, { header: session.header, columns, blocks: blocks[index] ?? [] });
  }
  return files.map((file) => ({ ...file, sessions: file.sessions.flatMap((each) => packed.get(each) ?? []) }));
}

/**
 * Stores whole files in one transaction; null for those that hold something known. The entries of all of them go in
 * together, in the order of their ids: file after file, each that is older than the one before would cost a segment.
 */
export function addPackedFiles(
  connection: Connection,
  owner: FilesOwner,
  files: readonly PackedFile[],
): readonly (readonly SessionId[] | null)[] {
  const add = connection.client.transaction(() => {
    const opened = files.map((each) => openFile(connection, owner, each));
    const added = opened.filter((file) => file !== null);
    const rowsOf = placeEntries(connection, added);
    const rows = [...rowsOf.values()].flat();
    if (rows.length > 0) withBulkIndex(connection, () => insertEntries(connection, rows));
    for (const file of added) closeFile(connection, { file, rowsOf, nowMs: owner.nowMs });
    return opened.map((file) => (file === null ? null : sessionIds(file)));
  });
  return add.immediate();
}

function openFile(connection: Connection, owner: FilesOwner, file: PackedFile): OpenFile | null {
  const headers = file.sessions.map(({ header }) => header);
  const areApart = new Set(headers.map(({ sessionKey }) => sessionKey)).size === headers.length;
  if (!areApart || !headers.every((header) => isFresh(connection, { ...owner, header }))) return null;
  return {
    file,
    sourceId: openSource(connection, owner.ownerId, file.path).id,
    sessions: file.sessions.map((each) => {
      const window = openWindowInside(connection, { ...owner, header: each.header });
      return { ...each, facts: windowFacts(connection, window) };
    }),
  };
}

function placeEntries(connection: Connection, files: readonly OpenFile[]): SessionRows {
  const allocate = entryIdAllocator(connection);
  const rows = new Map<OpenSession, readonly EntryRow[]>();
  for (const { sourceId, sessions } of files) {
    for (const each of sessions) {
      const { facts, blocks, columns } = each;
      rows.set(each, entryRows(connection, { facts, sourceId, entries: fromColumns(columns), blocks, allocate }));
    }
  }
  return rows;
}

function closeFile(connection: Connection, to: { file: OpenFile; rowsOf: SessionRows; nowMs: number }): void {
  const { file, rowsOf, nowMs } = to;
  for (const each of file.sessions) {
    showWhole(connection, each.facts, { header: each.header, rows: rowsOf.get(each) ?? [] });
  }
  const source = { ...file.file.source, id: file.sourceId, sessionIds: sessionIds(file) };
  closeSourceInside(connection, source, nowMs);
}

function sessionIds({ sessions }: OpenFile): readonly SessionId[] {
  return sessions.map(({ facts }) => facts.sessionId as SessionId);
}

export function countEntries(files: readonly WholeFile[]): number {
  return files.reduce((sum, { sessions }) => sum + sessions.reduce((all, { entries }) => all + entries.length, 0), 0);
}
