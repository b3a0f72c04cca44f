import type { HistoryMessage } from '../../server/contract/history.ts';
import type { HistoryPart } from '../../server/contract/history-part.ts';

type Call = Extract<HistoryPart, { type: 'call' }>;
type Result = Extract<HistoryPart, { type: 'result' }>;

/** Where a part stands: `index` counts the parts of its message, as `sessions.message` gives them. */
export type PartPlace = { readonly messageId: string; readonly index: number };
/** Parts of one message that a search of tools found: their lines stand open. `parts` are indexes, as in `PartPlace`. */
export type ToolHit = { readonly messageId: string; readonly parts: readonly number[] };
export type PlacedResult = PartPlace & { readonly part: Result };

/** One line under a message. A call carries its result; a result alone is one whose call is not at hand. */
export type PartLine = PartPlace &
  (
    | { readonly type: 'call'; readonly part: Call; readonly result: PlacedResult | null }
    | { readonly type: 'result'; readonly part: Result }
    | { readonly type: 'injected'; readonly part: Extract<HistoryPart, { type: 'injected' }> }
    | { readonly type: 'image'; readonly part: Extract<HistoryPart, { type: 'image' }> }
  );

/**
 * The lines of each message, by message id. A call takes the first result behind it with its id, also of a later
 * message, which then does not show that result again.
 */
export function pairTools(messages: readonly HistoryMessage[]): ReadonlyMap<string, readonly PartLine[]> {
  const results = placeResults(messages);
  return new Map(
    messages.map(({ messageId, parts }) => [
      messageId,
      parts.flatMap((part, index): PartLine[] => {
        const place = { messageId, index };
        if (part.type === 'call')
          return [{ type: 'call', part, result: results.ofCall.get(keyOf(place)) ?? null, ...place }];
        if (part.type === 'result') return results.taken.has(keyOf(place)) ? [] : [{ type: 'result', part, ...place }];
        return part.type === 'image' ? [{ type: 'image', part, ...place }] : [{ type: 'injected', part, ...place }];
      }),
    ]),
  );
}

function placeResults(messages: readonly HistoryMessage[]) {
  const waiting = new Map<string, PartPlace>();
  const ofCall = new Map<string, PlacedResult>();
  const taken = new Set<string>();
  for (const { messageId, parts } of messages) {
    for (const [index, part] of parts.entries()) {
      if ((part.type !== 'call' && part.type !== 'result') || part.callId === null) continue;
      const place = { messageId, index };
      const call = waiting.get(part.callId);
      if (part.type === 'call') waiting.set(part.callId, place);
      else if (call !== undefined) {
        ofCall.set(keyOf(call), { part, ...place });
        taken.add(keyOf(place));
        waiting.delete(part.callId);
      }
    }
  }
  return { ofCall, taken };
}

function keyOf({ messageId, index }: PartPlace): string {
  return `${index} ${messageId}`;
}
