// Audit events: who changed what in an organization.
import { resource } from '../schema.ts';
import * as wire from './audit-events.generated.ts';

const op = resource('auditEvents', {
  newer: 'audit events',
  says: { from: 'only events from this time on', to: 'only events before this time' },
});
export const listAuditEvents = op('list', 'List the audit events of an organization', {
  ...wire.listOrganizationAuditEvents,
  mostOnPage: 100,
  says: {
    action: 'only this action',
    actor: 'only events by this user or integration: ID',
    target: 'only events on the thing with this ID',
  },
});
export const getAuditEvent = op('get', 'Show an audit event with its details', {
  ...wire.getOrganizationAuditEvent,
});
export const listAuditEventActions = op('actions', 'List the actions that audit events are made for', {
  ...wire.listOrganizationAuditEventActions,
});
