// Audit events: who changed what in an organization.
import type { Static } from '@sinclair/typebox';
import { OrganizationRef, operation, Type } from '../schema.ts';
import * as wire from './audit-events.generated.ts';

const { Object: Obj, String: Str } = Type;

const newer = 'audit events';

export const AuditEventActor = wire.AuditEventActor;
export const AuditEventTarget = wire.AuditEventTarget;
export const AuditEvent = wire.AuditEvent;
export type AuditEvent = Static<typeof AuditEvent>;

export const AuditEventDetails = wire.AuditEventDetails;
export type AuditEventDetails = Static<typeof AuditEventDetails>;

export const AuditEventAction = wire.AuditEventAction;

export const AuditEventRef = Obj({
  organizationId: Str({ description: 'organization' }),
  auditEventId: Str({ description: 'audit event' }),
});

export const listAuditEvents = operation('auditEvents.list', {
  ...wire.listOrganizationAuditEvents,
  summary: 'List the audit events of an organization',
  params: OrganizationRef,
  mostOnPage: 100,
  errors: [400, 401, 403, 404],
  newer,
  says: {
    from: 'only events from this time on',
    to: 'only events before this time',
    action: 'only this action',
    actor: 'only events by this user or integration: ID',
    target: 'only events on the thing with this ID',
  },
});

export const getAuditEvent = operation('auditEvents.get', {
  ...wire.getOrganizationAuditEvent,
  summary: 'Show an audit event with its details',
  params: AuditEventRef,
  errors: [401, 403, 404],
  newer,
});

export const listAuditEventActions = operation('auditEvents.actions', {
  ...wire.listOrganizationAuditEventActions,
  summary: 'List the actions that audit events are made for',
  params: OrganizationRef,
  errors: [401, 403, 404],
  newer,
});
