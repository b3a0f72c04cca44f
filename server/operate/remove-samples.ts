import { findOwnSamples } from '../ingest/samples.ts';
import { deleteSession } from '../transcripts/delete-session.ts';
import type { WriteScope } from '../visibility/scope.ts';
import { purgeAccessUnchecked } from './purge.ts';

/** Deletes the sample sessions of the scope's person, and nothing else, and purges once behind them. */
export async function removeSamples(scope: WriteScope): Promise<{ readonly removed: number }> {
  const samples = await findOwnSamples(scope);
  for (const sessionId of samples) await deleteSession(scope, sessionId);
  if (samples.length > 0) await purgeAccessUnchecked(scope.engine);
  return { removed: samples.length };
}
