type Outcome = { readonly cause: unknown } | null;

/** Lets one piece of work run while the next one is prepared. What it threw is thrown when it is settled, never lost. */
export class OneAhead {
  #running: Promise<Outcome> = Promise.resolve(null);

  /** Call `settle` before. */
  start(work: Promise<unknown>): void {
    this.#running = work.then(
      () => null,
      (cause: unknown) => ({ cause }),
    );
  }

  /** Waits for what runs, and throws what it threw. */
  async settle(): Promise<void> {
    const outcome = await this.#running;
    this.#running = Promise.resolve(null);
    if (outcome !== null) throw outcome.cause;
  }
}
