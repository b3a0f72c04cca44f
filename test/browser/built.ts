import { ensureBuilt } from '../../server/launch/build-steps.mjs';
import { launchEnvironment, ROOT } from '../../server/launch/folders.mjs';

/** Before any file: two that build at once would be in each other's way. */
export default async function build(): Promise<void> {
  await ensureBuilt(ROOT, launchEnvironment(ROOT, process.env));
}
