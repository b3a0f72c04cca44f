type Outcome = { readonly cause: unknown } | null;

/**
 * Lets pieces of work run while the next one is prepared, up to `limit` of them. What one threw is thrown at the next
 * `room` or `settle`, never lost.
 */
export class WorkAhead {
  readonly #limit: number;
  #running: Promise<Outcome>[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Call `room` before. */
  start(work: Promise<unknown>): void {
    this.#running.push(
      work.then(
        () => null,
        (cause: unknown) => ({ cause }),
      ),
    );
  }

  /** Waits until one more may run. */
  async room(): Promise<void> {
    while (this.#running.length >= this.#limit) await this.#settleFirst();
  }

  /** Waits for all that runs. */
  async settle(): Promise<void> {
    while (this.#running.length > 0) await this.#settleFirst();
  }

  /** When one has failed, those behind it are waited for too: whoever gives up must not leave any running. */
  async #settleFirst(): Promise<void> {
    const [first, ...behind] = this.#running;
    const outcome = (await first) ?? null;
    this.#running = outcome === null ? behind : [];
    if (outcome === null) return;
    await Promise.all(behind);
    throw outcome.cause;
  }
}
