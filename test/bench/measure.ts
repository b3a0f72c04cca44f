export type Timing = { readonly medianMs: number; readonly p95Ms: number };

const WARM_UP_RUNS = 3;

/** Times an act again and again, without its first runs. */
export async function timeRuns(runs: number, act: () => unknown): Promise<Timing> {
  const times: number[] = [];
  for (let run = 0; run < runs + WARM_UP_RUNS; run += 1) {
    const startedMs = performance.now();
    await act();
    if (run >= WARM_UP_RUNS) times.push(performance.now() - startedMs);
  }
  return summarise(times);
}

/** Times two acts in turn, so that both feel the same load. */
export async function timePairs(
  runs: number,
  first: () => unknown,
  second: () => unknown,
): Promise<readonly [Timing, Timing]> {
  const times: readonly [number[], number[]] = [[], []];
  for (let run = 0; run < runs + WARM_UP_RUNS; run += 1) {
    for (const [at, act] of [first, second].entries()) {
      const startedMs = performance.now();
      await act();
      if (run >= WARM_UP_RUNS) times[at === 0 ? 0 : 1].push(performance.now() - startedMs);
    }
  }
  return [summarise(times[0]), summarise(times[1])];
}

export function summarise(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b);
  return { medianMs: quantile(sorted, 0.5), p95Ms: quantile(sorted, 0.95) };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
