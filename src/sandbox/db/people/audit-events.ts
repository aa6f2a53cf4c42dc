// Audit events: a row for every change, as it was asked for.
import type { AuditEvent } from '../../../api/people/organizations.generated.ts';
import { perDatabase } from '../database.ts';
import { key, type RowOf, table, text, textOrNull } from '../table.ts';

export const auditEvents = table(
  'auditEvents',
  {
    id: key(),
    organization: text(),
    occurredAt: text(),
    /** ID of the operation. */
    action: text(),
    actorType: text<AuditEvent['actor']['type']>(),
    actor: text(),
    targetType: text(),
    target: text(),
    targetLabel: textOrNull(),
    /** JSON: the names of the fields that were sent. */
    payload: text(),
  },
  { indexes: ['CREATE INDEX auditEvents_by_time ON auditEvents (organization, occurredAt)'] },
);
export type AuditEventRow = RowOf<typeof auditEvents>;

/** A sandbox that is older than these events has no table for them: it is made here. */
export const auditEventsIn = perDatabase((db) => {
  for (const statement of auditEvents.sql.split(';'))
    db.run(statement.replace(/CREATE (TABLE|INDEX)/, 'CREATE $1 IF NOT EXISTS'));
  return auditEvents(db);
});
