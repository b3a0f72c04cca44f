import type { TextNode } from '../contract/query.ts';
import { planText } from './text-plan.ts';
import type { Leaf, PhraseNode, QueryTree } from './tree.ts';

/** What to look for when no message holds all words: as many of `words` as possible, and `required` always. */
export type LooseQuery = {
  /** As typed, in query order. */
  readonly words: readonly { readonly text: string; readonly node: PhraseNode }[];
  /** Phrases, groups and exclusions are never relaxed. The filters of the plan hold as well. */
  readonly required: TextNode | null;
};

/** Null when there is nothing to relax: fewer than two plain words that are asked for together. */
export function loosenQuery({ text }: QueryTree): LooseQuery | null {
  if (text?.type !== 'and') return null;
  const words = text.nodes.filter((node): node is Leaf => node.type === 'word');
  if (words.length < 2) return null;
  const rest = text.nodes.filter((node) => node.type !== 'word');
  return {
    words: words.map((word) => ({ text: word.text, node: word.match })),
    required: rest.length === 0 ? null : planText({ type: 'and', nodes: rest }),
  };
}
