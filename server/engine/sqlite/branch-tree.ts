import { sql } from 'drizzle-orm';
import type { Reach } from '../../contract/actor.ts';
import type { BranchRequest, BranchTree } from '../branch-types.ts';
import { HOLDS_TEXT, IS_BOUNDARY } from './history-rows.ts';
import type { Connection } from './open.ts';
import { eachRow } from './rows.ts';
import { currentWindow, locate } from './stretches.ts';
import { visibleSession } from './visible.ts';

type Node = {
  position: number;
  parent: number | null;
  walk: number | null;
  holds_text: number;
  is_boundary: number;
  is_searchable: number;
};

const NO_WINDOW: BranchTree = { windowId: 0, parents: [], path: [], shown: [], messages: [], active: null };

/** The tree of the window that history shows of a visible session; null when the branch is not there. */
export function branchTree(connection: Connection, reach: Reach, request: BranchRequest): BranchTree | null {
  const { sessionId, branch } = request;
  const leaf = branch === null ? null : locate(connection, reach, { sessionId, messageId: branch });
  if (branch !== null && leaf === null) return null;
  const windowId = leaf?.windowId ?? currentWindow(connection, reach, sessionId);
  if (windowId === null) return NO_WINDOW;
  const nodes = readNodes(connection, reach, windowId);
  const parents = nodes.map((node) => node?.parent ?? null);
  const path = leaf === null ? activePath(nodes) : pathFrom(parents, leaf.position);
  const onPath = new Set(path);
  const isShown = (place: number): boolean => nodes[place]?.holds_text === 1 || nodes[place]?.is_boundary === 1;
  const off = nodes.flatMap((node) => (node !== undefined && !onPath.has(node.position) ? [node] : []));
  const active = off.reduce<Node | null>(newestActive, null);
  return {
    windowId,
    parents,
    path,
    shown: path.filter(isShown),
    messages: off.filter((node) => node.is_searchable === 1).map((node) => node.position),
    active: active?.position ?? null,
  };
}

/** By position. */
function readNodes(connection: Connection, reach: Reach, windowId: number): readonly (Node | undefined)[] {
  const nodes: (Node | undefined)[] = [];
  const rows = eachRow<Node>(
    connection,
    sql`SELECT e.position, e.parent_position AS parent, e.walk, ${HOLDS_TEXT} AS holds_text, ${IS_BOUNDARY} AS is_boundary,
        e.is_searchable
      FROM session_window w JOIN session s ON s.id = w.session_id JOIN entry e ON e.window_id = w.id
      WHERE w.id = ${windowId} AND ${visibleSession(reach)} AND e.position < w.entry_count ORDER BY e.position`,
  );
  for (const row of rows) nodes[row.position] = row;
  return nodes;
}

function activePath(nodes: readonly (Node | undefined)[]): readonly number[] {
  const active = nodes.flatMap((node) =>
    node === undefined || node.walk === null ? [] : [[node.walk, node.position]],
  );
  return active.sort(([a = 0], [b = 0]) => a - b).map(([, position = 0]) => position);
}

/** A set of seen places ends circles. */
function pathFrom(parents: readonly (number | null)[], leaf: number): readonly number[] {
  const seen = new Set<number>();
  for (let at: number | null = leaf; at !== null && !seen.has(at); at = parents[at] ?? null) seen.add(at);
  return [...seen].reverse();
}

function newestActive(newest: Node | null, node: Node): Node | null {
  if (node.walk === null || node.holds_text === 0) return newest;
  return newest === null || node.walk > (newest.walk ?? 0) ? node : newest;
}
