/**
 * Delivery mirrors: OpenClaw writes what it delivered to a channel once more, as an assistant message of its own
 * (`provider: openclaw`, `model: delivery-mirror` or `gateway-injected`). Most copy a model's message; some are the only
 * trace of a text (one sent by a tool). Only the copies are to be left out.
 */
import type { OpenClawOutline } from './facts.ts';

/** A copy may come after the next prompt has been written, so the turns beside count too. */
const TURN_REACH = 1;

/** True for each mirror whose text a real message, or an earlier mirror, already holds in the same turn or one beside it. */
export function findMirrorCopies(outlines: readonly OpenClawOutline[]): readonly boolean[] {
  const turns = turnsOf(outlines);
  const held = new Set<string>();
  outlines.forEach((outline, index) => {
    const { isMirror, textHash, blockHashes } = outline.facts;
    if (outline.role !== 'assistant' || isMirror || textHash === null) return;
    for (const hash of [textHash, ...blockHashes]) held.add(`${hash}@${turns[index]}`);
  });
  return outlines.map((outline, index) => {
    const { isMirror, textHash } = outline.facts;
    if (!isMirror || textHash === null) return false;
    const turn = turns[index] ?? 0;
    for (let near = turn - TURN_REACH; near <= turn + TURN_REACH; near += 1) {
      if (held.has(`${textHash}@${near}`)) return true;
    }
    held.add(`${textHash}@${turn}`);
    return false;
  });
}

function turnsOf(outlines: readonly OpenClawOutline[]): readonly number[] {
  let turn = 0;
  return outlines.map((outline) => {
    if (outline.kind === 'message' && outline.role === 'user') turn += 1;
    return turn;
  });
}
