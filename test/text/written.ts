import fc from '../support/property.ts';

/** A word or a run as somebody types it, and what must be compared of it: spelled out by hand, not by the code. */
export type Written = { readonly typed: string; readonly normal: string; readonly isRun: boolean };

type Spelling = { readonly normal: string; readonly typed: readonly string[] };

const WORDS: readonly Spelling[] = [
  { normal: 'duoc', typed: ['được', 'ĐƯỢC', 'duoc', 'được'.normalize('NFD'), 'd\u00ADuoc'] },
  { normal: 'istanbul', typed: ['İstanbul', 'ISTANBUL', 'ıstanbul'] },
  { normal: 'strasse', typed: ['Straße', 'STRASSE', 'straẞe'] },
  { normal: 'fine', typed: ['ﬁne', 'FINE', 'Ｆｉｎｅ'] },
  { normal: 'οδυσσευσ', typed: ['Ὀδυσσεύς', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'] },
  { normal: 'елка', typed: ['Ёлка', 'елка', 'ЁЛКА'] },
  { normal: 'السلام', typed: ['السَّلَامُ', 'السلام', 'السـلام'] },
  { normal: 'שלום', typed: ['שָׁלוֹם', 'שלום'] },
  { normal: 'हिन्दी', typed: ['हिन्दी'] },
  { normal: 'है', typed: ['है'] },
  { normal: 'c', typed: ['c', 'C'] },
  { normal: 'foo', typed: ['foo', 'Foo', 'FOO'] },
  { normal: 'foobar', typed: ['foobar', 'fooBar'] },
  { normal: '42', typed: ['42', '４２', '④2'] },
  { normal: '\u{10428}', typed: ['\u{10400}', '\u{10428}'] },
];

const CHARACTERS: readonly Spelling[] = [
  ...[...'我爱你使用𠀀ひらのテ한국어ไทย'].map((character) => ({ normal: character, typed: [character] })),
  { normal: 'ガ', typed: ['ガ', 'ｶﾞ', 'カ\u3099'] },
  { normal: 'ー', typed: ['ー', 'ｰ'] },
  { normal: '각', typed: ['각', '각'.normalize('NFD')] },
  { normal: 'น\u0E49\u0E4Dา', typed: ['น้ำ', 'น\u0E4D\u0E49า'] },
  { normal: 'กั', typed: ['กั'] },
  { normal: 'ນ\u0EC9\u0ECDາ', typed: ['ນ້ຳ', 'ນ\u0ECD\u0EC9າ'] },
  { normal: 'ខ្មែ', typed: ['ខ្មែ'] },
  { normal: 'မြ', typed: ['မြ'] },
];

const GAPS = [' ', ', ', '—', '_', '\n', ' 👍🏽 ', '/', '\uFFFC', ' (', '- ', '\u3000'];

const word: fc.Arbitrary<Written> = fc
  .tuple(fc.constantFrom(...WORDS), fc.nat())
  .map(([spelling, choice]) => ({ typed: pick(spelling.typed, choice), normal: spelling.normal, isRun: false }));

const run: fc.Arbitrary<Written> = fc
  .array(fc.tuple(fc.constantFrom(...CHARACTERS), fc.nat()), { minLength: 1, maxLength: 6 })
  .map((characters) => ({
    typed: characters.map(([spelling, choice]) => pick(spelling.typed, choice)).join(''),
    normal: characters.map(([spelling]) => spelling.normal).join(''),
    isRun: true,
  }));

export const written: fc.Arbitrary<readonly Written[]> = fc.array(fc.oneof(word, run), { minLength: 1, maxLength: 8 });

function pick(choices: readonly string[], choice: number): string {
  return choices[choice % choices.length] ?? '';
}

/** Types words and runs one behind the other; a word and a run may touch. */
export function typeOut(items: readonly Written[], choices: readonly number[]): string {
  return items.reduce((text, item, index) => {
    const before = items[index - 1];
    const mayTouch = before !== undefined && before.isRun !== item.isRun && (choices[index] ?? 0) % 3 === 0;
    return before === undefined || mayTouch ? text + item.typed : text + pick(GAPS, choices[index] ?? 0) + item.typed;
  }, '');
}

/** Whether a text of these items holds the others: whole words side by side, runs anywhere inside runs. */
export function holds(text: readonly Written[], query: readonly Written[]): boolean {
  const spell = (items: readonly Written[]): string => items.map(({ normal }) => normal).join(' ');
  const before = query[0]?.isRun === true ? '' : ' ';
  const behind = query.at(-1)?.isRun === true ? '' : ' ';
  return ` ${spell(text)} `.includes(`${before}${spell(query)}${behind}`);
}
