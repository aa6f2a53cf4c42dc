// Audit events as the platform shows them.
import type { AuditEvent } from '../../../api/people/audit-events.ts';
import type { AuditEventRow } from '../../db/people/audit-events.ts';
import { userStore } from '../../db/people/users.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';

export function auditEventView(call: Call, row: AuditEventRow): AuditEvent {
  const { id, organization, occurredAt, action, actorType, actor, targetType, target, targetLabel } = row;
  const label = actorType === 'user' ? userStore(call.db).row(actor)?.displayName : actor;
  return {
    object: 'audit-event',
    id,
    occurredAt,
    action,
    actor: { type: actorType, id: actor, ...(label !== undefined && { label }) },
    source: 'api',
    target: { type: targetType, id: target, ...(targetLabel !== null && { label: targetLabel }) },
    urls: { location: locationUrl(call, `/v1/orgs/${organization}/audit-events/${id}`) },
  };
}
