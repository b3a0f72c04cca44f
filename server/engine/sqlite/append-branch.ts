import { BRANCH_MOVE_MAX } from '../../contract/append.ts';
import { AppError } from '../../errors.ts';
import type { AppendEntry, AppendParent } from '../append-port.ts';
import type { NewEntry, WindowState } from '../save-types.ts';
import { activeLeaf, isBehindReset, type Leaf, meetActive, moveActive } from './active-branch.ts';
import { packRecordsNow } from './blocks.ts';
import { entryRows } from './entries.ts';
import { entryIdAllocator } from './entry-ids.ts';
import { insertEntries } from './entry-rows.ts';
import type { Connection } from './open.ts';
import type { WindowFacts } from './window-facts.ts';

/** What became of a window by an append. */
export type Growth = {
  readonly added: number;
  /** Messages of users and assistants that were added on the active branch, and when the first and last of them were. */
  readonly messages: number;
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  /** Of the first entry that somebody speaks in; null when there was none. */
  readonly firstSpokenMs: number | null;
  /** Earlier entries moved on or off the branch: what was counted of it must be counted anew. */
  readonly hasMoved: boolean;
};

type Target = {
  readonly facts: WindowFacts;
  readonly source: { readonly id: number; readonly lines: number; readonly bytes: number };
  readonly window: WindowState;
  readonly nowMs: number;
};

const EARLIEST_MS = 1000;

/**
 * Puts entries behind each other by the format's rules, one after the other. It holds the leaf and the last entry alone,
 * and what it was given since it last wrote: the length of the session does not matter.
 */
export class AppendBranch {
  readonly #connection: Connection;
  readonly #target: Target;
  readonly #allocate: ReturnType<typeof entryIdAllocator>;
  readonly #waiting = new Map<string, NewEntry>();
  #leaf: Leaf | null;
  #next: number;
  #previousMs: number;
  #lines: number;
  #bytes: number;
  #moves = 0;
  /** A person or program moved the leaf, so the last entry is no side entry, and naming it means it. */
  #isLeafChosen: boolean;
  #growth: Growth = { added: 0, messages: 0, firstMs: null, lastMs: null, firstSpokenMs: null, hasMoved: false };

  constructor(connection: Connection, target: Target) {
    this.#connection = connection;
    this.#target = target;
    this.#allocate = entryIdAllocator(connection);
    const { windowId, entryCount, chosenLeaf } = target.window;
    this.#leaf = activeLeaf(connection, windowId);
    this.#next = entryCount;
    this.#isLeafChosen = chosenLeaf !== null;
    this.#previousMs = this.#lastTimeMs() ?? target.nowMs - 1;
    this.#lines = target.source.lines;
    this.#bytes = target.source.bytes;
  }

  add(entry: AppendEntry): void {
    const { place } = entry;
    if (place.type === 'leaf') {
      this.#moveTo(place.target === null ? null : this.#find(place.target, entry), { stopsAtReset: true });
      return this.#store(entry, { parentPosition: this.#leaf?.position ?? null, walk: null });
    }
    if (place.type !== 'row') {
      return this.#store(entry, { parentPosition: this.#parentOf(place.parent, entry), walk: null });
    }
    const named = this.#parentOf(place.parent, entry);
    // Whoever names the last entry goes on: behind side entries and leaf controls that means the leaf.
    const goesOn = named !== null && named === this.#next - 1 && !this.#isLeafChosen;
    const parent = goesOn ? (this.#leaf?.position ?? null) : named;
    const isFirstReset = entry.kind === 'reset' && parent === null;
    if (parent !== (this.#leaf?.position ?? null) && !isFirstReset) this.#moveTo(parent, { stopsAtReset: true });
    const walk = (this.#leaf?.walk ?? -1) + 1;
    this.#store(entry, { parentPosition: this.#leaf?.position ?? null, walk });
    this.#leaf = { position: this.#next - 1, walk };
    this.#isLeafChosen = false;
  }

  /** Writes what waits. */
  finish(): Growth {
    this.#flush();
    this.#connection.client
      .prepare('UPDATE session_window SET chosen_leaf = iif(?, chosen_leaf, NULL) WHERE id = ?')
      .run(this.#isLeafChosen ? 1 : 0, this.#target.window.windowId);
    return this.#growth;
  }

  #parentOf(parent: AppendParent, entry: AppendEntry): number | null {
    if (parent.at === 'root') return null;
    return parent.at === 'leaf' ? (this.#leaf?.position ?? null) : this.#find(parent.nativeId, entry);
  }

  #find(nativeId: string, { nativeId: child }: AppendEntry): number {
    const position = this.#waiting.get(nativeId)?.position ?? this.#findStored(nativeId);
    if (position !== undefined) return position;
    throw new AppError(
      'bad-input',
      `Entry ${JSON.stringify(child)} names ${JSON.stringify(nativeId)}, which is neither stored nor earlier in this call.`,
    );
  }

  #findStored(nativeId: string): number | undefined {
    return this.#connection.client
      .prepare<[number, string], { position: number }>(
        'SELECT position FROM entry WHERE window_id = ? AND native_id = ?',
      )
      .get(this.#target.window.windowId, nativeId)?.position;
  }

  #lastTimeMs(): number | null {
    const row = this.#connection.client
      .prepare<[number, number], { time_ms: number }>('SELECT time_ms FROM entry WHERE window_id = ? AND position = ?')
      .get(this.#target.window.windowId, this.#next - 1);
    return row?.time_ms ?? null;
  }

  #moveTo(position: number | null, { stopsAtReset }: { stopsAtReset: boolean }): void {
    this.#flush();
    const { windowId } = this.#target.window;
    const meeting = meetActive(this.#connection, windowId, position);
    if (stopsAtReset && isBehindReset(this.#connection, windowId, meeting.sharedWalk)) return;
    const moved = moveActive(this.#connection, windowId, meeting);
    this.#moves += moved;
    if (this.#moves > BRANCH_MOVE_MAX)
      throw new AppError(
        'too-large',
        `The entries of this call move more than ${BRANCH_MOVE_MAX} others on or off the active branch. Send fewer at once.`,
      );
    if (moved > 0) this.#growth = { ...this.#growth, hasMoved: true };
    this.#leaf = activeLeaf(this.#connection, windowId);
  }

  #store(entry: AppendEntry, at: { parentPosition: number | null; walk: number | null }): void {
    const { place: _, record, timeMs: said, ...rest } = entry;
    const timeMs = Math.min(Math.max(Math.floor(said ?? this.#previousMs + 1), EARLIEST_MS), this.#target.nowMs);
    const place = { lineNumber: this.#lines + 1, offset: this.#bytes };
    this.#waiting.set(entry.nativeId, {
      ...rest,
      ...at,
      position: this.#next,
      timeMs,
      record: { ...record, ...place },
    });
    this.#next += 1;
    this.#previousMs = timeMs;
    this.#lines += 1;
    this.#bytes += record.bytes.byteLength + 1;
    this.#count(entry, timeMs, at.walk !== null);
  }

  #count({ kind, role }: AppendEntry, timeMs: number, isActive: boolean): void {
    const { added, messages, firstMs, lastMs, firstSpokenMs, hasMoved } = this.#growth;
    const isMessage = isActive && kind === 'message' && (role === 'user' || role === 'assistant');
    this.#growth = {
      hasMoved,
      added: added + 1,
      messages: messages + (isMessage ? 1 : 0),
      firstMs: isMessage ? Math.min(firstMs ?? timeMs, timeMs) : firstMs,
      lastMs: isMessage ? Math.max(lastMs ?? timeMs, timeMs) : lastMs,
      firstSpokenMs: role === null ? firstSpokenMs : Math.min(firstSpokenMs ?? timeMs, timeMs),
    };
  }

  #flush(): void {
    const entries = [...this.#waiting.values()];
    if (entries.length === 0) return;
    this.#waiting.clear();
    const { facts, source } = this.#target;
    const blocks = packRecordsNow(entries.map((each) => each.record.bytes));
    const rows = entryRows(this.#connection, {
      facts,
      sourceId: source.id,
      entries,
      blocks,
      allocate: this.#allocate,
    });
    insertEntries(this.#connection, rows);
  }
}
