/** Runs once, before the first request. Next would go on serving without a store: end the process and say why. */
export async function register(): Promise<void> {
  // A constant of the build, so that the bundle for the edge runtime, which nothing here uses, stays empty.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { log } = await import('./server/log.ts');
    const { endStreamsOnSignals, getRuntime } = await import('./server/runtime.ts');
    try {
      const { engine, jobs } = getRuntime();
      endStreamsOnSignals(process);
      // What an older version left to be indexed does not wait for the first import.
      if ((await engine.countUnreadTools()) > 0)
        jobs.wake().catch((cause) => log.failure('upkeep did not start', cause));
    } catch (cause) {
      log.failure('the server cannot start', cause);
      process.exit(1);
    }
  }
}
