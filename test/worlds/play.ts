import fc from '../support/property.ts';
import { asksArbitrary } from './asks.ts';
import type { Door } from './door.ts';
import { examine, type Finding } from './examine.ts';
import { openStage, type StageOptions } from './stage.ts';
import { worldsFor } from './world.ts';

export type Play = StageOptions & {
  readonly worlds: number;
  readonly seed: number;
  readonly door: Door;
  /** Looks for the smallest world that shows a difference; costs as many worlds again. */
  readonly shrinks: boolean;
};

export type Played = {
  readonly worlds: number;
  readonly asks: number;
  readonly seconds: number;
  /** World number (from 1) of the first difference; null when there is none. */
  readonly differsAt: number | null;
  /** The difference and the world that shows it, for people; null when there is none. */
  readonly difference: string | null;
};

/** Plays so many random worlds through one door and stops at the first difference. */
export async function play({ worlds, seed, door, shrinks, ...options }: Play): Promise<Played> {
  const startedMs = performance.now();
  const stage = await openStage(options);
  let [played, asked] = [0, 0];
  let differsAt: number | null = null;
  const fitted = asksArbitrary.map((asks) => asks.flatMap((ask) => door.fit(ask) ?? []));
  const property = fc.asyncProperty(worldsFor[door.actors], fitted, async (world, asks) => {
    if (differsAt === null) [played, asked] = [played + 1, asked + asks.length];
    const finding = await examine({ stage, world, door }, asks, options.fault);
    if (finding === null) return;
    differsAt ??= played;
    throw new Error(tell(finding));
  });
  try {
    const checked = await fc.check(property, { numRuns: worlds, seed, endOnFailure: !shrinks });
    return {
      worlds: played,
      asks: asked,
      seconds: (performance.now() - startedMs) / 1000,
      differsAt,
      difference: checked.failed ? `${fc.defaultReportMessage(checked) ?? ''}\n${String(checked.errorInstance)}` : null,
    };
  } finally {
    await stage.close();
  }
}

function tell({ what, ask, said, expected }: Finding): string {
  return `${what}\nasked    ${JSON.stringify(ask)}\nsaid     ${said}\nexpected ${expected}`;
}
