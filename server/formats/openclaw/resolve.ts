/** All records of one OpenClaw file together: one conversation, its branch, its key and its title. */
import type { EntryPlace } from '../../contract/transcript.ts';
import type { FileContext, Resolution } from '../adapter.ts';
import { activeTree } from './active-tree.ts';
import { assignIds } from './entry-ids.ts';
import type { OpenClawOutline } from './facts.ts';
import { addRecordIssues, IssueList } from './issues.ts';
import { findMirrorCopies } from './mirrors.ts';
import { findResentPrompts } from './resent-prompts.ts';
import { describeSession } from './session.ts';
import { NONE, type TreeShape } from './tree-shape.ts';

const CONVERSATION = new Set(['message', 'tool-result', 'injected', 'compaction', 'branch-summary']);

export function resolve(outlines: readonly OpenClawOutline[], context: FileContext): Resolution {
  const issues = new IssueList(outlines);
  addRecordIssues(issues, outlines);
  if (!outlines.some((outline) => CONVERSATION.has(outline.kind))) {
    if (outlines.length > 0) issues.addForFile('holds no conversation');
    return { transcripts: [], issues: issues.list() };
  }
  const { ids, isReplaced } = assignIds(outlines);
  const isCopy = findMirrorCopies(outlines);
  const shape = activeTree({ outlines, ids, isReplaced, isCopy }, issues);
  const path = pathTo(shape);
  const resent = findResentPrompts(outlines, path);
  const entries = outlines.map(
    (outline, record): EntryPlace => ({
      record,
      nativeId: ids[record] ?? '',
      parentNativeId: ids[shape.parents[record] ?? NONE] ?? null,
      isSearchable: outline.hasText && !isReplaced[record] && !isCopy[record] && !resent.has(record),
    }),
  );
  const session = describeSession(outlines, path, context);
  const transcript = { format: 'openclaw', ...session, entries, leaf: ids[shape.leaf] ?? null } as const;
  return { transcripts: [transcript], issues: issues.list() };
}

/** Indexes of the active branch, root first. */
function pathTo(shape: TreeShape): readonly number[] {
  const path: number[] = [];
  for (let at = shape.leaf; at !== NONE; at = shape.parents[at] ?? NONE) path.push(at);
  return path.reverse();
}
