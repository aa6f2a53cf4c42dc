// Audit events: a row for every change, as it was asked for.
import type { AuditEvent } from '../../../api/people/organizations.generated.ts';
import { insertRow, perDatabase } from '../database.ts';

export const auditEventTables = `
CREATE TABLE IF NOT EXISTS auditEvents (
  id TEXT PRIMARY KEY,
  organization TEXT NOT NULL,
  occurredAt TEXT NOT NULL,
  action TEXT NOT NULL,
  actorType TEXT NOT NULL,
  actor TEXT NOT NULL,
  targetType TEXT NOT NULL,
  target TEXT NOT NULL,
  targetLabel TEXT,
  payload TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS auditEvents_by_time ON auditEvents (organization, occurredAt)`;

export interface AuditEventRow {
  id: string;
  organization: string;
  occurredAt: string;
  /** ID of the operation. */
  action: string;
  actorType: AuditEvent['actor']['type'];
  actor: string;
  targetType: string;
  target: string;
  targetLabel: string | null;
  /** JSON: the names of the fields that were sent. */
  payload: string;
}

export const auditEventStore = perDatabase((db) => {
  // A sandbox that is older than these events has no table for them.
  for (const statement of auditEventTables.split(';')) db.run(statement);
  return {
    insert: (row: AuditEventRow) => db.quickTransaction(() => insertRow(db, 'auditEvents', row)),
    row: (organization: string, id: string) =>
      db.get<AuditEventRow>('SELECT * FROM auditEvents WHERE organization = ? AND id = ?', organization, id),
  };
});
