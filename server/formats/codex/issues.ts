/** What the importer of a file should know of it: a reason, how often, and the first line of the case. */
import type { RecordIssue } from '../../contract/transcript.ts';
import type { CodexOutline, LineProblem } from './facts.ts';

const MAX_UNKNOWN_TYPES = 20;
const PRINTABLE_TYPE = /^[\w.:-]+$/;

const PROBLEMS: Readonly<Record<LineProblem, string>> = {
  'not-an-object': 'line is not a JSON object',
  'cut-off': 'last line is cut off',
  'damaged-utf8': 'line holds broken UTF-8, read with replacement characters',
};

const COPIED =
  'record is a copy from the session that this one came from: kept here, searched there; import that one too';
const SHOWN_ONLY = 'message is written as an event alone, without the item that it is a copy of: kept, not searched';

/** For a file in which nobody speaks. */
export function noConversation(outlines: readonly CodexOutline[]): RecordIssue[] {
  if (outlines.length === 0) return [];
  return [
    { reason: 'no conversation in the file, only records that steer it', lineNumber: null, count: 1 },
    ...shownOnly(outlines),
  ];
}

/** Of single lines, and of the copied ones among them. */
export function findIssues(outlines: readonly CodexOutline[], isCopied: (index: number) => boolean): RecordIssue[] {
  const found = new Map<string, { lineNumber: number; count: number }>();
  const types = new Set<string>();
  const add = (reason: string, lineNumber: number) => {
    const known = found.get(reason);
    if (known) known.count += 1;
    else found.set(reason, { lineNumber, count: 1 });
  };
  outlines.forEach(({ facts }, index) => {
    if (facts.problem !== null) add(PROBLEMS[facts.problem], facts.lineNumber);
    if (isCopied(index)) add(COPIED, facts.lineNumber);
    const type = facts.unknownType;
    if (type === null) return;
    if (PRINTABLE_TYPE.test(type) && types.size < MAX_UNKNOWN_TYPES) types.add(type);
    add(types.has(type) ? `record type "${type}" is not known` : 'record type is not known', facts.lineNumber);
  });
  return [...found].map(([reason, { lineNumber, count }]) => ({ reason, lineNumber, count }));
}

function shownOnly(outlines: readonly CodexOutline[]): RecordIssue[] {
  const shown = outlines.filter(({ facts }) => facts.isShownMessage);
  const [first] = shown;
  return first ? [{ reason: SHOWN_ONLY, lineNumber: first.facts.lineNumber, count: shown.length }] : [];
}
