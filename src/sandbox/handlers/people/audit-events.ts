// Audit events: administrators read who changed what.

import { operations } from '../../../api/index.ts';
import { mutates } from '../../../api/operation.ts';
import type { AuditEvent } from '../../../api/people/organizations.generated.ts';
import { getAuditEvent, listAuditEventActions, listAuditEvents } from '../../../api/people/organizations.ts';
import type { Param } from '../../db/database.ts';
import { type AuditEventRow, auditEventStore } from '../../db/people/audit-events.ts';
import { users } from '../../db/people/organizations.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { locationUrl } from '../../urls.ts';
import { badRequest, notFound } from '../../wire-error.ts';

interface Filters {
  from?: string | undefined;
  to?: string | undefined;
  action?: string | undefined;
  actor?: string | undefined;
  target?: string | undefined;
}

function conditions({ from, to, action, actor, target }: Filters): [string, Param][] {
  const found: [string, Param][] = [];
  if (from !== undefined && to !== undefined && new Date(to) < new Date(from))
    throw badRequest('to is before from');
  if (from !== undefined) found.push(['occurredAt >= ?', new Date(from).toISOString()]);
  if (to !== undefined) found.push(['occurredAt < ?', new Date(to).toISOString()]);
  if (action !== undefined) found.push(['action = ?', action]);
  if (actor !== undefined) found.push(['actor = ?', actor]);
  if (target !== undefined) found.push(['target = ?', target]);
  return found;
}

export default [
  handle(listAuditEvents, (call, { organizationId, page, limit, ...filters }) => {
    call.access.requireOrganization(organizationId, 'admin');
    const found = conditions(filters);
    auditEventStore(call.db);
    return paginate(call.db, {
      list: `${listAuditEvents.id} ${organizationId}`,
      from: 'auditEvents',
      where: ['organization = ?', ...found.map(([condition]) => condition)],
      params: [organizationId, ...found.map(([, param]) => param)],
      order: ['occurredAt', 'rowid'],
      direction: 'desc',
      query: { page, limit },
      item: (row: AuditEventRow) => auditEventView(call, row),
    });
  }),

  handle(getAuditEvent, (call, { organizationId, auditEventId }) => {
    call.access.requireOrganization(organizationId, 'admin');
    const row = auditEventStore(call.db).row(organizationId, auditEventId);
    if (!row) throw notFound('audit event', auditEventId);
    const payload: Record<string, unknown> = JSON.parse(row.payload);
    return { ...auditEventView(call, row), schemaVersion: 1, payload };
  }),

  handle(listAuditEventActions, (call, { organizationId }) => {
    call.access.requireOrganization(organizationId, 'admin');
    const changes = operations.filter(mutates);
    return {
      items: changes.map(({ id, summary }) => ({
        object: 'audit-event-action' as const,
        id,
        label: summary,
      })),
    };
  }),
];

const OWN = 'Actions have the names of the operations, and the source of each event is the API.';

export const fidelity: FidelityOf = {
  'auditEvents.actions': { limited: OWN },
  'auditEvents.get': { limited: 'The payload names the fields that were sent, not their values.' },
  'auditEvents.list': { limited: OWN },
};

// Audit events as the platform shows them.

function auditEventView(call: Call, row: AuditEventRow): AuditEvent {
  const { id, organization, occurredAt, action, actorType, actor, targetType, target, targetLabel } = row;
  const label = actorType === 'user' ? users(call.db).find({ id: actor })?.displayName : actor;
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
