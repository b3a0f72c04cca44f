const SHOWN_PIECES = 3;
const SHOWN_CHARACTERS = 20;

export type Notes = {
  /** Adds a sentence, once. */
  readonly add: (sentence: string) => void;
  /** Counts a piece that holds nothing to search for. */
  readonly ignorePiece: (piece: string) => void;
  readonly list: () => readonly string[];
};

/** Collects what was mended in a query. It grows by kinds of repair, not by their number. */
export function openNotes(): Notes {
  const sentences = new Set<string>();
  const ignored: string[] = [];
  return {
    add: (sentence) => void sentences.add(sentence),
    ignorePiece: (piece) => void ignored.push(piece),
    list: () => [...(ignored.length === 0 ? [] : [ignoredSentence(ignored)]), ...sentences],
  };
}

function ignoredSentence(pieces: readonly string[]): string {
  const visible = pieces.filter((piece) => /[^\p{C}\p{Z}]/u.test(piece));
  const shown = [...new Set(visible.map(shorten))].slice(0, SHOWN_PIECES).map((piece) => `\`${piece}\``);
  const count = pieces.length === 1 ? '1 piece' : `${pieces.length} pieces`;
  const which = shown.length === 0 ? '' : ` (${shown.join(' ')})`;
  return `Ignored ${count} without a letter or digit${which}.`;
}

function shorten(piece: string): string {
  const characters = [...piece];
  return characters.length <= SHOWN_CHARACTERS ? piece : `${characters.slice(0, SHOWN_CHARACTERS).join('')}…`;
}
