import type { PersonId } from '../../contract/actor.ts';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';

/** Row id of an owner's agent, made if need be. Inside the caller's transaction. */
export function agentRef(connection: Connection, ownerId: PersonId, agentId: string): number {
  prepared(connection, 'INSERT INTO agent (owner_id, agent_id) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
    ownerId,
    agentId,
  );
  const row = prepared<[number, string], { id: number }>(
    connection,
    'SELECT id FROM agent WHERE owner_id = ? AND agent_id = ?',
  ).get(ownerId, agentId);
  return row?.id ?? 0;
}
