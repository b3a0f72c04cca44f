/** What an importer should know of a transcript, in plain words; each kind once, with its first line and a count. */
import type { RecordIssue } from '../../contract/transcript.ts';
import type { OpenClawOutline } from './facts.ts';

export class IssueList {
  private readonly found = new Map<string, { lineNumber: number | null; count: number }>();
  private readonly outlines: readonly OpenClawOutline[];

  constructor(outlines: readonly OpenClawOutline[]) {
    this.outlines = outlines;
  }

  /** `record` is the index of the record that it is about. */
  add(reason: string, record: number): void {
    const issue = this.found.get(reason);
    if (issue) issue.count += 1;
    else this.found.set(reason, { lineNumber: this.outlines[record]?.facts.lineNumber ?? null, count: 1 });
  }

  addAll(reason: string, records: readonly number[]): void {
    for (const record of records) this.add(reason, record);
  }

  /** About the file as a whole. */
  addForFile(reason: string): void {
    this.found.set(reason, { lineNumber: null, count: 1 });
  }

  list(): readonly RecordIssue[] {
    return Array.from(this.found, ([reason, issue]) => ({ reason, ...issue }));
  }
}

/** What can be said of each record alone. */
export function addRecordIssues(issues: IssueList, outlines: readonly OpenClawOutline[]): void {
  outlines.forEach(({ kind, facts }, index) => {
    if (facts.lineState === 'torn') issues.add('last line is cut off: it is read again at the next import', index);
    if (facts.lineState === 'malformed') issues.add('line is not a JSON object: kept, not readable', index);
    if (kind === 'unknown') issues.add('record type is not known: kept, not conversation', index);
    if (facts.hasBadUtf8) issues.add('bytes are not UTF-8: shown as U+FFFD', index);
  });
}
