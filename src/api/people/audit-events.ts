// Audit events: who changed what in an organization.
import type { Static } from '@sinclair/typebox';
import { resource } from '../schema.ts';
import * as wire from './audit-events.generated.ts';

export const AuditEventActor = wire.AuditEventActor;
export const AuditEventTarget = wire.AuditEventTarget;
export const AuditEvent = wire.AuditEvent;
export type AuditEvent = Static<typeof AuditEvent>;

export const AuditEventDetails = wire.AuditEventDetails;
export type AuditEventDetails = Static<typeof AuditEventDetails>;

export const AuditEventAction = wire.AuditEventAction;

const op = resource('auditEvents', {
  newer: 'audit events',
  says: {
    from: 'only events from this time on',
    to: 'only events before this time',
  },
});
export const listAuditEvents = op('list', 'List the audit events of an organization', {
  ...wire.listOrganizationAuditEvents,
  mostOnPage: 100,
  errors: [400, 401, 403, 404],
  says: {
    from: 'only events from this time on',
    to: 'only events before this time',
    action: 'only this action',
    actor: 'only events by this user or integration: ID',
    target: 'only events on the thing with this ID',
  },
});
export const getAuditEvent = op('get', 'Show an audit event with its details', {
  ...wire.getOrganizationAuditEvent,
  errors: [401, 403, 404],
});
export const listAuditEventActions = op('actions', 'List the actions that audit events are made for', {
  ...wire.listOrganizationAuditEventActions,
  errors: [401, 403, 404],
});
