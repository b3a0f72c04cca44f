import type { FormatName } from '../contract/transcript.ts';
import type { WriteScope } from '../visibility/scope.ts';

type Sample = { readonly format: FormatName; readonly nativeId: string };

/** The conversations in `samples/`. They are known by these ids alone: nothing else of a person's is ever taken for one. */
const SAMPLES: readonly Sample[] = [
  { format: 'openclaw', nativeId: '5a3d1e00-0000-4000-8000-000000000001' },
  { format: 'claude-code', nativeId: '5a3d1e00-0000-4000-8000-000000000002' },
  { format: 'claude-code', nativeId: '5a3d1e00-0000-4000-8000-000000000003' },
  { format: 'claude-code', nativeId: '5a3d1e00-0000-4000-8000-000000000003:b41c7d9' },
];

/** How many of the sample sessions the scope's person has. */
export async function countSamples(scope: WriteScope): Promise<{ readonly loaded: number; readonly total: number }> {
  return { loaded: (await findOwnSamples(scope)).length, total: SAMPLES.length };
}

/** Opaque ids of the sample sessions of the scope's person, whatever else the scope reaches. */
export async function findOwnSamples(scope: WriteScope): Promise<readonly string[]> {
  const own = new Set<string>();
  for (const { format, nativeId } of SAMPLES) {
    for (const session of await scope.engine.findSessions(scope.reach, nativeId)) {
      if (session.ownerEmail === scope.actor.person.email && session.format === format) own.add(session.sessionId);
    }
  }
  return [...own];
}
