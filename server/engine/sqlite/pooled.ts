import type { Reach } from '../../contract/actor.ts';
import type { Caller } from '../../contract/caller.ts';
import type { MatchFacets } from '../../contract/facets.ts';
import type { HistoryPage, HistoryRow } from '../../contract/history.ts';
import type { SearchPage } from '../../contract/search.ts';
import type { Facet, SessionPage } from '../../contract/session.ts';
import type { BranchTree, Glance, OutlinePage } from '../branch-types.ts';
import type { Engine, EngineReads } from '../engine.ts';
import type { StoredFolder } from '../source-types.ts';
import { ReadPool, type ReadPoolOptions } from './read-pool.ts';
import type { Asker } from './read-worker.ts';

/** The readings that may take long. The others are single look-ups, quicker than the way to a child. */
export const POOLED_METHODS = [
  'search',
  'listSessions',
  'facets',
  'matchFacets',
  'listSourceFolders',
  'history',
  'findMessage',
  'branchTree',
  'glances',
  'outline',
  'pulse',
] as const satisfies readonly (keyof EngineReads)[];

/** An engine whose long readings run in children, so that the process that serves never waits for one. */
export function openPooledEngine(local: Engine, options: ReadPoolOptions): Engine {
  const pool = new ReadPool(options);
  return {
    ...local,
    search: async (reach, request, caller) =>
      (await pool.run('search', [reach, request, { id: caller.id, signal: null }], asker(reach, caller))) as SearchPage,
    listSessions: async (reach, filter) =>
      (await pool.run('listSessions', [reach, filter], asker(reach))) as SessionPage,
    matchFacets: async (reach, request, caller) =>
      (await pool.run(
        'matchFacets',
        [reach, request, { id: caller.id, signal: null }],
        asker(reach, caller),
      )) as MatchFacets,
    facets: async (reach) => (await pool.run('facets', [reach], asker(reach))) as readonly Facet[],
    listSourceFolders: async (reach, ownerId) =>
      (await pool.run('listSourceFolders', [reach, ownerId], asker(reach))) as readonly StoredFolder[],
    history: async (reach, request) => (await pool.run('history', [reach, request], asker(reach))) as HistoryPage,
    findMessage: async (reach, ask) => (await pool.run('findMessage', [reach, ask], asker(reach))) as HistoryRow | null,
    branchTree: async (reach, ask) => (await pool.run('branchTree', [reach, ask], asker(reach))) as BranchTree | null,
    glances: async (reach, ask) => (await pool.run('glances', [reach, ask], asker(reach))) as readonly Glance[],
    outline: async (reach, ask) => (await pool.run('outline', [reach, ask], asker(reach))) as OutlinePage | null,
    pulse: async () => {
      await pool.run('pulse', [], { ...oneCall(), personId: null });
    },
    close: async () => {
      await pool.close();
      await local.close();
    },
  };
}

/** Each reading counts for the person whose reach it has, whether they or a token of theirs ask. */
function asker({ personId }: Reach, caller: Caller = oneCall()): Asker {
  return { id: caller.id, signal: caller.signal, personId };
}

let calls = 0;

/** Look-ups of one person may run side by side: each counts as a caller of its own. */
function oneCall(): Caller {
  calls += 1;
  return { id: `call-${calls}`, signal: null };
}
