import type { PersonId } from '../../contract/actor.ts';
import type { Connection } from './open.ts';

/** Row id of an owner's agent, made if need be. Inside the caller's transaction. */
export function agentRef(connection: Connection, ownerId: PersonId, agentId: string): number {
  connection.client
    .prepare('INSERT INTO agent (owner_id, agent_id) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(ownerId, agentId);
  const row = connection.client
    .prepare<[number, string], { id: number }>('SELECT id FROM agent WHERE owner_id = ? AND agent_id = ?')
    .get(ownerId, agentId);
  return row?.id ?? 0;
}
