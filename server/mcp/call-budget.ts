/** Calls that a token may make: so many at once, and so many a second in the long run. */
export const CALLS_BURST = 60;
export const CALLS_PER_SECOND = 10;
/** Beyond this many tokens those whose budget is full again are forgotten, which all are after `REFILL_MS`. */
const TOKENS_KEPT = 10_000;
const REFILL_MS = (CALLS_BURST / CALLS_PER_SECOND) * 1000;

type Account = { readonly calls: number; readonly atMs: number };

/** Counts the calls of each token. Times are Unix milliseconds. */
export class CallBudget {
  readonly #accounts = new Map<number, Account>();
  #forgotAtMs = 0;

  /** Takes so many calls, all or none. Gives 0, or the seconds after which they may be tried again. */
  take(tokenId: number, calls: number, nowMs: number): number {
    const left = this.#left(tokenId, nowMs);
    if (left < calls) return Math.ceil((calls - left) / CALLS_PER_SECOND);
    this.#accounts.set(tokenId, { calls: left - calls, atMs: nowMs });
    if (this.#accounts.size > TOKENS_KEPT && Math.abs(nowMs - this.#forgotAtMs) > REFILL_MS) this.#forget(nowMs);
    return 0;
  }

  #left(tokenId: number, nowMs: number): number {
    const account = this.#accounts.get(tokenId);
    if (account === undefined) return CALLS_BURST;
    // A clock that was put back gives nothing and takes nothing.
    const seconds = Math.max(0, nowMs - account.atMs) / 1000;
    return Math.min(CALLS_BURST, account.calls + seconds * CALLS_PER_SECOND);
  }

  #forget(nowMs: number): void {
    this.#forgotAtMs = nowMs;
    for (const tokenId of this.#accounts.keys())
      if (this.#left(tokenId, nowMs) === CALLS_BURST) this.#accounts.delete(tokenId);
  }
}
