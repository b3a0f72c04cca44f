import { withDatabase } from '../support/test-store.ts';

export type AuditRow = {
  readonly act: string;
  readonly personId: number | null;
  readonly subject: string | null;
  readonly scope: string;
};

/** The audit log as it is stored, oldest first. */
export function auditRows(file: string): readonly AuditRow[] {
  return withDatabase(file, (client) =>
    client
      .prepare<[], AuditRow>('SELECT act, person_id AS personId, subject, scope FROM audit_event ORDER BY id')
      .all(),
  );
}

/** From now on the store refuses every audit row: an act whose row is in its own transaction fails with it. */
export function breakAudit(file: string): void {
  withDatabase(file, (client) =>
    client.exec(`CREATE TRIGGER no_audit BEFORE INSERT ON audit_event BEGIN SELECT raise(ABORT, 'no audit'); END`),
  );
}

export function mendAudit(file: string): void {
  withDatabase(file, (client) => client.exec('DROP TRIGGER no_audit'));
}
