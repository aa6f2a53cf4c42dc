// Audit events: who changed what in an organization.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, OrganizationRef, operation, Paging, pageOf, Type } from '../schema.ts';

const {
  Array: ArrayOf,
  Integer,
  Object: Obj,
  String: Str,
  Optional,
  Literal,
  Record: RecordOf,
  Unknown,
} = Type;

const newer = 'audit events';

export const AuditEventActor = Obj({
  type: Enum(['user', 'integration', 'installation', 'system', 'support']),
  id: Str(),
  label: Optional(Str()),
});
export const AuditEventTarget = Obj({ type: Str(), id: Str(), label: Optional(Str()) });

const event = {
  object: Literal('audit-event'),
  id: Str(),
  occurredAt: DateTime(),
  action: Str(),
  actor: AuditEventActor,
  source: Enum(['ui', 'api', 'integration', 'webhook', 'workflow', 'script', 'support']),
  target: AuditEventTarget,
  urls: Obj({ location: Str() }),
};
export const AuditEvent = Obj(event);
export type AuditEvent = Static<typeof AuditEvent>;

export const AuditEventDetails = Obj({
  ...event,
  executionId: Optional(Str()),
  correlationId: Optional(Str()),
  causedByEventId: Optional(Str()),
  schemaVersion: Integer({ minimum: 1 }),
  payload: RecordOf(Str(), Unknown()),
});
export type AuditEventDetails = Static<typeof AuditEventDetails>;

export const AuditEventAction = Obj({ object: Literal('audit-event-action'), id: Str(), label: Str() });

export const AuditEventRef = Obj({
  organizationId: Str({ description: 'organization' }),
  auditEventId: Str({ description: 'audit event' }),
});

export const listAuditEvents = operation('auditEvents.list', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/audit-events',
  summary: 'List the audit events of an organization',
  params: OrganizationRef,
  query: Obj({
    ...Paging,
    from: Optional(DateTime({ description: 'only events from this time on' })),
    to: Optional(DateTime({ description: 'only events before this time' })),
    action: Optional(Str({ description: 'only this action' })),
    actor: Optional(Str({ description: 'only events by this user or integration: ID' })),
    target: Optional(Str({ description: 'only events on the thing with this ID' })),
  }),
  result: pageOf(AuditEvent),
  paging: 'pages',
  errors: [400, 401, 403, 404],
  newer,
});

export const getAuditEvent = operation('auditEvents.get', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/audit-events/{auditEventId}',
  summary: 'Show an audit event with its details',
  params: AuditEventRef,
  result: AuditEventDetails,
  errors: [401, 403, 404],
  newer,
});

export const listAuditEventActions = operation('auditEvents.actions', {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/audit-event-actions',
  summary: 'List the actions that audit events are made for',
  params: OrganizationRef,
  result: Obj({ items: ArrayOf(AuditEventAction) }),
  errors: [401, 403, 404],
  newer,
});
