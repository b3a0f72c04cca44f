const FIRST_MS = 500;
const MOST_MS = 30_000;

/** How long to wait before one tries again: twice as long each time, and not all at the same moment. */
export class BackOff {
  #failures = 0;
  readonly #random: () => number;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  get failures(): number {
    return this.#failures;
  }

  /** After one more failure; the server may ask for more, in milliseconds. */
  next(askedMs = 0): number {
    const full = Math.min(MOST_MS, FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    return Math.max(askedMs, full * (0.5 + this.#random() / 2));
  }

  reset(): void {
    this.#failures = 0;
  }
}
