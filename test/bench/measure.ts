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
  times.sort((a, b) => a - b);
  return { medianMs: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
