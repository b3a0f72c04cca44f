/** After a failed answer OpenClaw sends the same prompt again: both stay on the branch, the earlier one is not searched. */
import type { OpenClawOutline } from './facts.ts';

/** `path`: indexes of the active branch, root first. Gives the indexes of prompts that a later one repeats. */
export function findResentPrompts(outlines: readonly OpenClawOutline[], path: readonly number[]): ReadonlySet<number> {
  const resent = new Set<number>();
  let prompt: { readonly index: number; readonly hash: number } | null = null;
  let hasFailed = false;
  for (const index of path) {
    const outline = outlines[index];
    if (outline?.kind !== 'message') continue;
    const { textHash, isFailed, isMirror } = outline.facts;
    if (outline.role === 'assistant' && !isMirror) hasFailed = isFailed;
    if (outline.role !== 'user') continue;
    if (prompt !== null && hasFailed && prompt.hash === textHash) resent.add(prompt.index);
    prompt = textHash === null ? null : { index, hash: textHash };
    hasFailed = false;
  }
  return resent;
}
