/** A stretch of a text. With a label it is a mark: something that is not seen, or not seen as what it is. */
export type MarkedPiece = { readonly text: string; readonly label: string | null };

/** Marks of one text that get a label; of any further one only a replacement character is shown. */
export const MARKS_MAX = 300;
const HIDDEN_TEXT_MAX = 200;

const ESCAPE = String.raw`\u001B`;
/** Colours and moves of a terminal's cursor. */
const DRESS = String.raw`${ESCAPE}\[[0-?]*[ -/]*[@-~]`;
/** What tells a terminal something: its title, an address, what to put on the clipboard. */
const ORDER = String.raw`${ESCAPE}[\]PX^_][ -~]{0,2000}(?:\u0007|${ESCAPE}\\)`;
/** Letters of Cyrillic, Greek and Armenian that look like Latin ones. */
const LOOKALIKES =
  '[' +
  String.raw`\u0405\u0406\u0408\u0410\u0412\u0415\u041A\u041C-\u041E\u0420-\u0423\u0425\u0430\u0435\u043E\u0440` +
  String.raw`\u0441\u0443\u0445\u0455\u0456\u0458\u04BB\u04CF\u0501\u051A-\u051D\u0391\u0392\u0395-\u0397\u0399\u039A` +
  String.raw`\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u03BF\u0585]`;

/** Each finds its end in one pass; where two fit, the first decides. */
const KINDS = {
  /** What scripts, emoji and flags are written with, in the places where they are. */
  proper: [
    String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]{1,6}\u{E007F}`,
    String.raw`(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])(?<![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])[\u200C\u200D]`,
    String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
    String.raw`(?<=[\p{Sm}\p{sc=Han}\p{sc=Mymr}\p{sc=Phag}])[\uFE00-\uFE0D]`,
    String.raw`(?<=\p{sc=Han})[\u{E0100}-\u{E01EF}]`,
    String.raw`(?<=\p{sc=Mong})[\u180B-\u180F]`,
  ].join('|'),
  dress: DRESS,
  order: ORDER,
  /** A copy of ASCII that no one sees and models read. */
  tags: String.raw`[\u{E0001}\u{E0020}-\u{E007F}]+`,
  turn: String.raw`[\u061C\u200E\u200F]`,
  /** A run ends before an escape that begins one of the two above. */
  hidden: String.raw`(?<first>(?![\t\n]|\r\n)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB])(?:(?!${DRESS}|${ORDER})\k<first>)*`,
  letters: String.raw`(?<=\p{sc=Latn})${LOOKALIKES}+|(?<!${LOOKALIKES})${LOOKALIKES}+(?=\p{sc=Latn})`,
};
const MARK = new RegExp(
  Object.entries(KINDS)
    .map(([kind, pattern]) => `(?<${kind}>${pattern})`)
    .join('|'),
  'gu',
);
const WITHOUT_MARKS = /^[\t\n -~]*$/;
const TURNS_BY_ITSELF = /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;

/**
 * Cuts a text at what cannot be seen in it: controls, marks that turn the reading order, what has no width, orders to a
 * terminal, hidden letters, and letters of one script among those of another that they look like. Colours of a terminal
 * are left out.
 */
export function cutAtMarks(text: string, marksMax = MARKS_MAX): readonly MarkedPiece[] {
  if (WITHOUT_MARKS.test(text)) return text === '' ? [] : [{ text, label: null }];
  const pieces: MarkedPiece[] = [];
  const isTurned = TURNS_BY_ITSELF.test(text);
  let plain = '';
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    const { proper, dress, turn, letters } = match.groups ?? {};
    if (proper !== undefined || (turn !== undefined && isTurned)) continue;
    const [mark] = match;
    plain += text.slice(at, match.index);
    at = match.index + mark.length;
    if (dress !== undefined) continue;
    if (pieces.length >= 2 * marksMax) {
      plain += letters ?? '\uFFFD';
      continue;
    }
    pieces.push({ text: plain, label: null }, { text: mark.toWellFormed(), label: labelOf(match) });
    plain = '';
  }
  pieces.push({ text: plain + text.slice(at), label: null });
  return pieces.filter((piece) => piece.label !== null || piece.text !== '');
}

/** Whether a text holds something that a reader does not see. */
export function hasMarks(text: string): boolean {
  return cutAtMarks(text, 1).some(({ label }) => label !== null);
}

/** A text for where there are no elements: an attribute, the title of a tab. Marks are written out as `[U+202E]`. */
export function writeMarksOut(text: string): string {
  return cutAtMarks(text)
    .map((piece) => (piece.label === null ? piece.text : `[${piece.label}]`))
    .join('');
}

function labelOf({ 0: mark, groups }: RegExpExecArray): string {
  if (groups?.['order'] !== undefined) return 'ESC';
  if (groups?.['tags'] !== undefined) return `hidden: ${readTags(mark)}`;
  const [first = ''] = mark;
  const count = groups?.['letters'] === undefined ? mark.length / first.length : 1;
  const name = `U+${(first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return count > 1 ? `${name} ×${count}` : name;
}

function readTags(tags: string): string {
  const letters = Array.from(tags.slice(0, 2 * HIDDEN_TEXT_MAX), (tag) => (tag.codePointAt(0) ?? 0) - 0xe0000);
  const shown = String.fromCharCode(...letters.filter((letter) => letter >= 0x20 && letter <= 0x7e));
  return tags.length > 2 * HIDDEN_TEXT_MAX ? `${shown}…` : shown;
}
