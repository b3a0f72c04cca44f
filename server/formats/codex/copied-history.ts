/**
 * A sub-agent or a fork may start with a copy of the history that it came from: its own head, the head of the other
 * thread, that thread's turns, and only then its own. A turn that began before the thread was made is not its own.
 */
import type { CodexOutline } from './facts.ts';

/** Index of the first record after the copy; without a copy that of the record after the head at `headAt`. */
export function findOwnStart(outlines: readonly CodexOutline[], headAt: number): number {
  const head = outlines[headAt]?.facts.head;
  const bornMs = head?.bornMs ?? null;
  const next = outlines[headAt + 1]?.facts.head;
  const isCopying = head?.forkedFromId != null || (next != null && next.id !== head?.id);
  if (bornMs === null || !isCopying) return headAt + 1;
  if (!outlines.some(({ facts }) => facts.turnMs !== null)) return afterEarlierRecords(outlines, headAt, bornMs);
  const firstOwn = outlines.findIndex(
    ({ facts }, index) => index > headAt && facts.turnMs !== null && facts.turnMs >= bornMs,
  );
  return firstOwn === -1 ? outlines.length : withOpening(outlines, { firstOwn, headAt, bornMs });
}

/** Early versions name no turns. Copies that kept their times are told by them; others cannot be told, and are shown. */
function afterEarlierRecords(outlines: readonly CodexOutline[], headAt: number, bornMs: number): number {
  const last = outlines.findLastIndex(({ timeMs }) => timeMs !== null && timeMs < bornMs);
  return Math.max(last, headAt) + 1;
}

type Place = { readonly firstOwn: number; readonly headAt: number; readonly bornMs: number };

/** The prompt and what is injected with it may stand before the first record that names their turn. */
function withOpening(outlines: readonly CodexOutline[], { firstOwn, headAt, bornMs }: Place): number {
  let at = firstOwn;
  while (at - 1 > headAt && mayOpenTurn(outlines[at - 1], bornMs)) at -= 1;
  return at;
}

function mayOpenTurn(outline: CodexOutline | undefined, bornMs: number): boolean {
  if (outline === undefined) return false;
  const { kind, role, timeMs, facts } = outline;
  if (facts.turnMs !== null || facts.isTurnEnd || (timeMs !== null && timeMs < bornMs)) return false;
  return kind === 'control' || kind === 'injected' || (kind === 'message' && role === 'user');
}
