/** What the importer of a file should know of it: a reason, how often, and the first line of the case. */
import type { RecordIssue } from '../../contract/transcript.ts';
import type { ClaudeCodeOutline, LineProblem } from './facts.ts';
import type { Lineage } from './lineage.ts';
import { NONE, type Nodes } from './nodes.ts';

const MAX_UNKNOWN_TYPES = 20;
const PRINTABLE_TYPE = /^[\w.:-]+$/;

const PROBLEMS: Readonly<Record<LineProblem, string>> = {
  'not-an-object': 'line is not a JSON object',
  'cut-off': 'last line is cut off',
  'damaged-utf8': 'line holds broken UTF-8, read with replacement characters',
};

export const NO_CONVERSATION = 'no conversation in the file, only lines that steer it';

class Tally {
  readonly #found = new Map<string, { lineNumber: number; count: number }>();

  add(reason: string, lineNumber: number): void {
    const known = this.#found.get(reason);
    if (known) known.count += 1;
    else this.#found.set(reason, { lineNumber, count: 1 });
  }

  issues(): RecordIssue[] {
    return [...this.#found].map(([reason, { lineNumber, count }]) => ({ reason, lineNumber, count }));
  }
}

/** Of single lines. */
export function findLineIssues(outlines: readonly ClaudeCodeOutline[]): RecordIssue[] {
  const tally = new Tally();
  const types = new Set<string>();
  for (const { facts } of outlines) {
    if (facts.problem !== null) tally.add(PROBLEMS[facts.problem], facts.lineNumber);
    const type = facts.unknownType;
    if (type === null) continue;
    if (PRINTABLE_TYPE.test(type) && types.size < MAX_UNKNOWN_TYPES) types.add(type);
    tally.add(types.has(type) ? `line type "${type}" is not known` : 'line type is not known', facts.lineNumber);
  }
  return tally.issues();
}

/** Of lines among lines. */
export function findTreeIssues(outlines: readonly ClaudeCodeOutline[], nodes: Nodes, lineage: Lineage): RecordIssue[] {
  const tally = new Tally();
  const lineOf = (index: number) => outlines[index]?.facts.lineNumber ?? 0;
  nodes.replacedBy.forEach((replacement, index) => {
    if (replacement !== NONE) tally.add('line is replaced by a later one with the same id', lineOf(index));
  });
  for (const index of lineage.mended)
    tally.add('the line before is not in the file: read on in file order', lineOf(index));
  for (const index of lineage.cut) tally.add('lines follow each other in a circle: cut here', lineOf(index));
  return tally.issues();
}
