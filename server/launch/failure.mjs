/** A failure that was foreseen: its message is one sentence that names the thing and the way out. */
export class LaunchFailure extends Error {
  /** @override */
  name = 'LaunchFailure';
}

/** Says what is being done, where it takes long. Standard output is left to what is started. */
export function say(/** @type {string} */ text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Runs a script and sets the exit status: what `main` gives, or 1 after a failure.
 * @param {() => Promise<number | undefined>} main
 */
export async function runScript(main) {
  try {
    const status = await main();
    if (status !== undefined) process.exitCode = status;
  } catch (error) {
    if (error instanceof LaunchFailure) say(error.message);
    else say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
  }
}
