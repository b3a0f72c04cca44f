import { scan } from './scan.ts';

/** A word or a run of a query's piece, in normal form. */
export type Part = { readonly text: string; readonly isRun: boolean };

export type PieceParts = { readonly parts: readonly Part[]; readonly literals: readonly string[] };

/** The words and runs of a piece as typed, and the literals among its words. */
export function pieceParts(piece: string): PieceParts {
  const parts: Part[] = [];
  const literals: string[] = [];
  scan(piece, {
    onPlainWord: (start, end) => parts.push({ text: piece.slice(start, end).toLowerCase(), isRun: false }),
    onStretch: (stretch) => parts.push({ text: stretch.spell(0, stretch.length), isRun: stretch.isRun }),
    onLiteral: (term) => literals.push(term),
  });
  return { parts, literals };
}
