import type { Random } from './random.ts';
import { hanWords, latinWords, thaiWords, Vocabulary } from './vocabulary.ts';

const HAN_SHARE = 0.04;
const THAI_SHARE = 0.02;
const CODE_SHARE = 0.04;
const COMMON_SHARE = 0.5;
/** One message in so many holds the rare word. */
const RARE_EVERY = 5000;
/** Of an owner's messages, so many hold the selective word, however large the corpus is. */
const SELECTIVE_COUNT = 20;

/** Words that the measurements search for. */
export type PlantedWords = {
  /** In one message of 5,000. */
  readonly rare: string;
  /** In 20 messages of the first owner. */
  readonly selective: string;
  /** In 20 messages of the last owner. */
  readonly othersSelective: string;
  /** In half of all messages. */
  readonly common: string;
  /** A Chinese word of two characters. */
  readonly han: string;
  readonly thai: string;
  /** Begins some thousands of words of 20,000. */
  readonly prefix: string;
};

/** Makes the texts of messages. */
export class Texts {
  readonly planted: PlantedWords;
  readonly #random: Random;
  readonly #latin: Vocabulary;
  readonly #han: Vocabulary;
  readonly #thai: Vocabulary;
  #made = 0;
  #owned = { word: '', every: 0, made: 0 };

  constructor(random: Random) {
    this.#random = random;
    this.#latin = new Vocabulary(latinWords(random, 20_000));
    this.#han = new Vocabulary(hanWords(random, 4000));
    this.#thai = new Vocabulary(thaiWords(random, 3000));
    this.planted = {
      rare: 'quokkalumen',
      selective: 'zephyrfjord',
      othersSelective: 'marmotquartz',
      common: 'pipeline',
      han: this.#han.words.find((word, rank) => rank >= 150 && word.length === 2) ?? '',
      thai: this.#thai.words.find((word, rank) => rank >= 100 && word.length >= 4) ?? '',
      prefix: 'stra',
    };
  }

  /** The next messages are an owner's, so many in all, and a word stands in 20 of them; none if it is empty. */
  beginOwner(word: string, messages: number): void {
    this.#owned = { word, every: Math.max(1, Math.floor(messages / SELECTIVE_COUNT)), made: 0 };
  }

  /** Text of a message, about `words` words long. */
  message(words: number): string {
    this.#made += 1;
    const random = this.#random;
    const script = random.next();
    const parts = [
      script < HAN_SHARE
        ? this.#hanText(words)
        : script < HAN_SHARE + THAI_SHARE
          ? this.#thaiText(words)
          : this.prose(words),
    ];
    if (random.chance(CODE_SHARE)) parts.push(this.code(random.whole(3, 12)));
    if (random.chance(COMMON_SHARE))
      parts.splice(random.whole(0, parts.length), 0, `The ${this.planted.common} is ${this.#word()}.`);
    if (this.#made % RARE_EVERY === RARE_EVERY >> 1) parts.push(`Mind the ${this.planted.rare}.`);
    const { word, every } = this.#owned;
    const isChosen = this.#owned.made % every === every >> 1 && this.#owned.made < every * SELECTIVE_COUNT;
    if (word !== '' && isChosen) parts.push(`Ask about ${word}.`);
    this.#owned.made += 1;
    return parts.join('\n\n');
  }

  prose(words: number): string {
    const sentences: string[] = [];
    for (let left = words; left > 0; ) {
      const length = Math.min(left, this.#random.whole(5, 18));
      const sentence = Array.from({ length }, () => this.#word()).join(' ');
      sentences.push(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`);
      left -= length;
    }
    return sentences.join(' ');
  }

  /** What a shell prints: paths, numbers, short words. */
  code(lines: number): string {
    const line = (): string =>
      `src/${this.#word()}/${this.#word()}.ts:${this.#random.whole(1, 900)}: ${this.#word()}_${this.#word()} = ${this.#random.whole(0, 99_999)};`;
    return Array.from({ length: lines }, line).join('\n');
  }

  #word(): string {
    return this.#latin.draw(this.#random);
  }

  #hanText(words: number): string {
    return Array.from({ length: words }, (_, at) => this.#han.draw(this.#random) + (at % 9 === 8 ? '，' : '')).join('');
  }

  #thaiText(words: number): string {
    return Array.from({ length: words }, (_, at) => this.#thai.draw(this.#random) + (at % 12 === 11 ? ' ' : '')).join(
      '',
    );
  }
}
