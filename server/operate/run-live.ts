import type { LiveResult, LiveWork } from '../engine/child-messages.ts';
import type { Engine } from '../engine/engine.ts';
import { appendRecords } from '../ingest/append-records.ts';
import { closeSession } from '../ingest/close-session.ts';
import { moveLeaf } from '../ingest/move-leaf.ts';
import { ingestScope } from '../visibility/scope.ts';

/** Does short work of the write child under the scope of the actor, whom the server has just looked up. */
export async function runLive(engine: Engine, live: LiveWork): Promise<LiveResult[LiveWork['work']]> {
  const scope = ingestScope(engine, live.actor);
  switch (live.work) {
    case 'append':
      return appendRecords(scope, live.input);
    case 'move-leaf':
      await moveLeaf(scope, live.input);
      return null;
    case 'close':
      await closeSession(scope, live.input.session);
      return null;
  }
}
