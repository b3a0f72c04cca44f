import type { Random } from './random.ts';

const ONSETS = 'b c d f g h j k l m n p r s t v w br cl cr dr fl gr pl pr sc sh sl sp st str th tr wh'.split(' ');
const NUCLEI = 'a e i o u a e i o ai ea ee io ou oa'.split(' ');
const CODAS = ['', '', '', '', 'n', 'r', 's', 't', 'l', 'm', 'd', 'ck', 'nd', 'st', 'ng', 'rt'];
const THAI_CONSONANTS = [...'กขคงจชดตถทนบปผพฟมยรลวสหอ'];
const THAI_VOWELS = ['า', 'ิ', 'ี', 'ุ', 'ู', 'ะ', 'ั', '่า', '้า', 'ื่อ'];
const HAN_FIRST = 0x4e00;
const HAN_COUNT = 3000;

/** Words by falling frequency, drawn as in natural text: the n-th comes about 1/n times as often as the first. */
export class Vocabulary {
  readonly words: readonly string[];
  readonly #cumulative: Float64Array;

  constructor(words: readonly string[]) {
    this.words = words;
    this.#cumulative = new Float64Array(words.length);
    let total = 0;
    for (let rank = 0; rank < words.length; rank += 1) {
      total += 1 / (rank + 2.7) ** 1.07;
      this.#cumulative[rank] = total;
    }
  }

  draw(random: Random): string {
    const target = random.next() * (this.#cumulative.at(-1) ?? 0);
    let low = 0;
    let high = this.words.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#cumulative[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return this.words[low] ?? '';
  }
}

/** Words that read like English ones; the frequent ones are short. */
export function latinWords(random: Random, count: number): readonly string[] {
  return distinct(count, (rank) => {
    const syllables = rank < 60 ? 1 : random.whole(1, rank < 2000 ? 2 : 4);
    return Array.from({ length: syllables }, () => random.pick(ONSETS) + random.pick(NUCLEI) + random.pick(CODAS)).join(
      '',
    );
  });
}

/** Chinese words of one to three characters. */
export function hanWords(random: Random, count: number): readonly string[] {
  const character = (): string => String.fromCharCode(HAN_FIRST + Math.floor(random.next() ** 2 * HAN_COUNT));
  return distinct(count, () => Array.from({ length: random.pick([1, 2, 2, 2, 3]) }, character).join(''));
}

/** Thai words of one to three syllables. */
export function thaiWords(random: Random, count: number): readonly string[] {
  const syllable = (): string =>
    random.pick(THAI_CONSONANTS) + random.pick(THAI_VOWELS) + (random.chance(0.5) ? random.pick(THAI_CONSONANTS) : '');
  return distinct(count, () => Array.from({ length: random.whole(1, 3) }, syllable).join(''));
}

function distinct(count: number, make: (rank: number) => string): readonly string[] {
  const words = new Set<string>();
  while (words.size < count) words.add(make(words.size));
  return [...words];
}
