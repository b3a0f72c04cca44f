import type { AuditEvent } from '../../contract/audit.ts';
import type { Connection } from './open.ts';

/** Appends an event inside the caller's transaction. There is no statement that changes or removes one. */
export function insertAudit(connection: Connection, event: AuditEvent, nowMs: number): void {
  connection.client
    .prepare('INSERT INTO audit_event (at_ms, person_id, act, subject, scope, results) VALUES (?, ?, ?, ?, ?, ?)')
    .run(nowMs, event.personId, event.act, event.subject, event.scope, event.results);
}

export function appendAudit(connection: Connection, events: readonly AuditEvent[], nowMs: number): void {
  const append = connection.client.transaction(() => {
    for (const event of events) insertAudit(connection, event, nowMs);
  });
  append.immediate();
}
