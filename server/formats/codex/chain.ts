/** The tree of a file: one line of records, which leaves a branch wherever the person took turns back. */
import type { CodexOutline } from './facts.ts';

export const NONE = -1;

/** `headAt`: the file's own head, or `NONE`. `ownStart`: see `findOwnStart`; what lies between them is a copy. */
export type Parts = { readonly headAt: number; readonly ownStart: number };

/**
 * Index of each record's parent, `NONE` for a root. A copied history is a branch of its own beside the head. Source of
 * the rule for turns taken back: Codex drops as many of the last prompts as it says, and all that follows each.
 */
export function chainRecords(outlines: readonly CodexOutline[], { headAt, ownStart }: Parts): Int32Array {
  const parents = new Int32Array(outlines.length).fill(NONE);
  let turns = new TurnStack();
  let last = NONE;
  outlines.forEach((outline, index) => {
    if (index === ownStart && ownStart > headAt + 1) {
      turns = new TurnStack(headAt);
      last = headAt;
    }
    last = turns.takeBack(outline.facts.rolledBackTurns) ?? last;
    parents[index] = last;
    turns.add(outline, index, last);
    last = index;
  });
  return parents;
}

/** The turns of the branch that is being read, each as the record after which it starts. */
class TurnStack {
  readonly #starts: number[] = [];
  /** The last record that cannot belong to the opening of a turn. */
  #lastClosed: number;

  constructor(lastClosed = NONE) {
    this.#lastClosed = lastClosed;
  }

  add(outline: CodexOutline, index: number, parent: number): void {
    const isPrompt = outline.kind === 'message' && outline.role === 'user';
    // What comes before the first prompt belongs to the session, not to a turn.
    if (isPrompt) this.#starts.push(this.#starts.length === 0 ? parent : this.#lastClosed);
    if (isPrompt || closesTurn(outline)) this.#lastClosed = index;
  }

  /** The record to go on from; null when there is nothing to take back. */
  takeBack(count: number): number | null {
    if (count === 0) return null;
    const kept = Math.max(0, this.#starts.length - count);
    const start = this.#starts[kept] ?? null;
    this.#starts.length = Math.min(kept, this.#starts.length);
    return start;
  }
}

function closesTurn({ kind, role, facts }: CodexOutline): boolean {
  if (kind === 'message') return role === 'assistant';
  if (facts.isTurnEnd || facts.rolledBackTurns > 0) return true;
  return kind === 'tool-result' || kind === 'compaction' || kind === 'header';
}
