import type { PersonId } from '../../contract/actor.ts';

/** What somebody used counts half after this time, a quarter after twice the time, and so on. */
export const HALF_LIFE_MS = 10_000;
/** So much lately makes a heavy person. Whoever keeps a child busy is one after a second, and for 40 s behind it. */
export const HEAVY_MS = 1000;

type Use = { readonly ms: number; readonly atMs: number };

/** How much processor time of the read children each person has used lately. Moments are of a clock that only rises. */
export class RecentUse {
  readonly #uses = new Map<PersonId, Use>();

  add(personId: PersonId, ms: number, nowMs: number): void {
    this.#uses.set(personId, { ms: this.of(personId, nowMs) + ms, atMs: nowMs });
  }

  /** Milliseconds, older ones counted less. */
  of(personId: PersonId, nowMs: number): number {
    const use = this.#uses.get(personId);
    return use === undefined ? 0 : use.ms * 0.5 ** ((nowMs - use.atMs) / HALF_LIFE_MS);
  }

  isHeavy(personId: PersonId, nowMs: number): boolean {
    return this.of(personId, nowMs) >= HEAVY_MS;
  }
}
