import { createHmac } from 'node:crypto';
import { RANK_WEIGHTS, type RankWeights } from '../../text/rank-weights.ts';
import type { Engine } from '../engine.ts';
import { addFiles, countEntries } from './add-files.ts';
import { branchTree } from './branch-tree.ts';
import { BulkThread, type BulkThreadPlace } from './bulk-thread.ts';
import type { ReadToolText } from './candidate-query.ts';
import { checkStore } from './check.ts';
import { closeWindow } from './close-window.ts';
import { deleteSession } from './delete.ts';
import { addEntries } from './entries.ts';
import { facets } from './facets.ts';
import { glances, outline } from './glances.ts';
import { history } from './history.ts';
import { findMessage, type ReadParts } from './history-rows.ts';
import { localAccess } from './local-access.ts';
import { localAppend } from './local-append.ts';
import { localTokens } from './local-tokens.ts';
import { matchFacets } from './match-facets.ts';
import { type Definition, schemaVersion } from './migrate.ts';
import { connect } from './open.ts';
import { addPerson, countPeople, findFirstOwner, findPerson } from './people.ts';
import { purgeStep } from './purge.ts';
import { search } from './search.ts';
import { findSessions, listSessions, recordPlaces } from './sessions.ts';
import { inOneSnapshot } from './snapshot.ts';
import { listSourceFiles, listSourceFolders } from './source-list.ts';
import { closeSource, findSource, identityHmac, isDeleted, openSource, storedBytes } from './sources.ts';
import { countUnread, toolFiller } from './tool-fill.ts';
import { resetIndexes } from './tool-index-state.ts';
import { openWindow, storedEntries } from './windows.ts';

export type LocalOptions = {
  readonly file: string;
  readonly definition: Definition;
  readonly isReadOnly: boolean;
  /** Signs cursors and tombstones: 32 bytes that belong to this store. */
  readonly secret: Uint8Array;
  /** Reads records again for histories with tools: the engine knows no formats. */
  readonly readParts: ReadParts;
  /** The redacted text of the tools in a record: what hits show where tools are searched. */
  readonly readToolText: ReadToolText;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Does the transactions of large imports; without it they are done here. */
  readonly bulkThread?: BulkThreadPlace;
  /** What decides an order by relevance; the product's own when left out. */
  readonly weights?: RankWeights;
};

/**
 * The engine in this very process, over one connection. Each method runs to its end before it gives its promise; those
 * that add records compress them first, in threads, and may store them in one too.
 */
export function openLocalEngine(options: LocalOptions): Engine {
  const { secret, readParts, readToolText, now, weights = RANK_WEIGHTS } = options;
  const version = schemaVersion(options.definition);
  const db = connect(options.file, { isReadOnly: options.isReadOnly, schemaVersion: version, now });
  const bulk = openBulkThread(options, version);
  const fillTools = toolFiller(db, readToolText);
  return {
    ...localAccess(db, now),
    ...localAppend(db, { secret, now }),
    ...localTokens(db, now),
    search: async (reach, request) => inOneSnapshot(db, () => search(db, { reach, request, readToolText }, weights)),
    listSessions: async (reach, filter) => inOneSnapshot(db, () => listSessions(db, reach, filter)),
    matchFacets: async (reach, request) =>
      inOneSnapshot(db, () => matchFacets(db, { reach, request, readToolText }, weights)),
    facets: async (reach) => inOneSnapshot(db, () => facets(db, reach)),
    listSourceFolders: async (reach, ownerId) => inOneSnapshot(db, () => listSourceFolders(db, reach, ownerId)),
    listSourceFiles: async (reach, ask) => inOneSnapshot(db, () => listSourceFiles(db, reach, ask)),
    findSessions: async (reach, name) => inOneSnapshot(db, () => findSessions(db, reach, name)),
    history: async (reach, request) => inOneSnapshot(db, () => history(db, { reach, request, readParts })),
    findMessage: async (reach, ask) => inOneSnapshot(db, () => findMessage(db, reach, { ...ask, readParts })),
    branchTree: async (reach, request) => inOneSnapshot(db, () => branchTree(db, reach, request)),
    glances: async (reach, ask) => inOneSnapshot(db, () => glances(db, reach, ask)),
    outline: async (reach, request) => inOneSnapshot(db, () => outline(db, reach, request)),
    recordPlaces: async (reach, ask) => inOneSnapshot(db, () => recordPlaces(db, reach, ask)),
    pulse: async () => {
      countPeople(db);
    },
    findPerson: async (email) => findPerson(db, email),
    findFirstOwner: async () => findFirstOwner(db),
    countPeople: async () => countPeople(db),
    check: async () => checkStore(db),
    sign: async (payload) => createHmac('sha256', secret).update(payload).digest('base64url'),
    addPerson: async (person, audit) => addPerson(db, person, { audit, nowMs: now() }),
    storedBytes: async (ownerId) => storedBytes(db, ownerId),
    openSource: async (ownerId, path) => openSource(db, ownerId, path),
    findSource: async (ownerId, path) => findSource(db, ownerId, path),
    closeSource: async (source) => closeSource(db, source, now()),
    isDeleted: async (ownerId, { format, nativeId, lift }) =>
      isDeleted(db, { ownerId, hmac: identityHmac(secret, { format, nativeId }), lift }),
    openWindow: async (ownerId, header) => openWindow(db, { ownerId, header, secret, nowMs: now() }),
    storedEntries: async (windowId) => storedEntries(db, windowId),
    addEntries: async (save, sourceId, entries) =>
      bulk?.takes(entries.length) === true
        ? bulk.addEntries({ save, sourceId }, entries)
        : addEntries(db, { save, sourceId }, entries),
    addFiles: async (ownerId, files) =>
      bulk?.takes(countEntries(files)) === true
        ? bulk.addFiles({ ownerId, nowMs: now() }, files)
        : addFiles(db, { ownerId, secret, nowMs: now() }, files),
    closeWindow: async (save, closing) => closeWindow(db, save, closing),
    deleteSession: async (reach, sessionId, audit) =>
      deleteSession(db, reach, { sessionId, secret, nowMs: now(), ...(audit === undefined ? {} : { audit }) }),
    purgeStep: async () => purgeStep(db),
    countUnreadTools: async () => countUnread(db),
    fillToolsStep: async () => fillTools(),
    resetIndexes: async (which) => resetIndexes(db, which),
    close: async () => {
      await bulk?.close();
      db.client.close();
    },
  };
}

function openBulkThread({ bulkThread, file, secret }: LocalOptions, schemaVersion: number): BulkThread | null {
  return bulkThread === undefined ? null : new BulkThread(bulkThread, { file, schemaVersion, secret });
}
