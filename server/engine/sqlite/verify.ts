import type { TextNode } from '../../contract/query.ts';
import { phraseCounts } from '../../text/phrase-counts.ts';
import { containsNormalised } from '../../text/query-terms.ts';

export type Phrase = Extract<TextNode, { type: 'phrase' }>;

/** True when the index can tell only in part whether a text matches: a run is longer than what goes to it. */
export function mustVerify(node: TextNode): boolean {
  if (node.type === 'phrase') return node.verify !== undefined;
  return node.type === 'not' ? mustVerify(node.node) : node.nodes.some(mustVerify);
}

/** Whether a whole text matches, judged on the text itself. The tree's depth is bounded by the query language. */
export function holds(text: string, node: TextNode): boolean {
  switch (node.type) {
    case 'phrase':
      // A text that holds the whole run holds the part of it that went to the index.
      return node.verify === undefined
        ? (phraseCounts(text, [node])[0] ?? 0) > 0
        : containsNormalised(text, node.verify);
    case 'and':
      return node.nodes.every((each) => holds(text, each));
    case 'or':
      return node.nodes.some((each) => holds(text, each));
    case 'not':
      return !holds(text, node.node);
  }
}

export type TextCheck = {
  /** What can be counted in a hit. */
  readonly phrases: readonly Phrase[];
  /** False when the index alone decides; then `passes` needs no text. */
  readonly needsText: boolean;
  readonly passes: (text: string) => boolean;
};

/** What remains to be asked of a text that the index has found. */
export function textCheck(node: TextNode | null): TextCheck {
  if (node === null) return { phrases: [], needsText: false, passes: () => true };
  const needsText = mustVerify(node);
  return { phrases: positivePhrases(node), needsText, passes: needsText ? (text) => holds(text, node) : () => true };
}

/** Phrases that a hit may hold: those under no negation. */
function positivePhrases(node: TextNode): readonly Phrase[] {
  if (node.type === 'phrase') return [node];
  return node.type === 'not' ? [] : node.nodes.flatMap(positivePhrases);
}
