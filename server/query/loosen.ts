import type { LooseQuery } from '../contract/query.ts';
import { isStopWord } from './stop-words.ts';
import { planText } from './text-plan.ts';
import type { Leaf, QueryTree } from './tree.ts';

/** Null when there is nothing to relax: no plain word that is asked for by itself or together with others. */
export function loosenQuery({ text }: QueryTree): LooseQuery | null {
  if (text === null) return null;
  const nodes = text.type === 'and' ? text.nodes : [text];
  const typed = nodes.filter((node): node is Leaf => node.type === 'word');
  if (typed.length === 0) return null;
  const telling = typed.filter((word) => word.isPrefix || !isStopWord(word.text));
  const words = telling.length > 0 ? telling : typed;
  const rest = nodes.filter((node) => node.type !== 'word');
  return {
    words: words.map((word) => ({ text: word.text, node: word.match })),
    required: rest.length === 0 ? null : planText({ type: 'and', nodes: rest }),
  };
}
