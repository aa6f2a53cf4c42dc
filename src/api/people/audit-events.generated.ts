// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const {
  ArrayOf,
  DateTime,
  Enum,
  Integer,
  Literal,
  Obj,
  Optional,
  Paging,
  RecordOf,
  Str,
  Unknown,
  Uri,
  pageOf,
} = builders;

export const AuditEvent = Obj({
  object: Literal('audit-event'),
  id: Str(),
  occurredAt: DateTime(),
  action: Str(),
  actor: Obj({
    type: Enum(['user', 'integration', 'installation', 'system', 'support']),
    id: Str(),
    label: Optional(Str()),
  }),
  source: Enum(['ui', 'api', 'integration', 'webhook', 'workflow', 'script', 'support']),
  target: Obj({ type: Str(), id: Str(), label: Optional(Str()) }),
  urls: Obj({ location: Uri() }),
});
export type AuditEvent = Static<typeof AuditEvent>;

export const listOrganizationAuditEvents = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/audit-events',
  query: Obj({
    ...Paging,
    from: Optional(DateTime()),
    to: Optional(DateTime()),
    action: Optional(Str()),
    actor: Optional(Str()),
    target: Optional(Str()),
  }),
  result: pageOf(AuditEvent),
  errors: [400, 401, 403, 404],
  paging: 'pages',
  only: '0.202.0',
} as const;

export const getOrganizationAuditEvent = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/audit-events/{auditEventId}',
  result: Obj({
    object: Literal('audit-event'),
    id: Str(),
    occurredAt: DateTime(),
    action: Str(),
    actor: Obj({
      type: Enum(['user', 'integration', 'installation', 'system', 'support']),
      id: Str(),
      label: Optional(Str()),
    }),
    source: Enum(['ui', 'api', 'integration', 'webhook', 'workflow', 'script', 'support']),
    target: Obj({ type: Str(), id: Str(), label: Optional(Str()) }),
    urls: Obj({ location: Uri() }),
    executionId: Optional(Str()),
    correlationId: Optional(Str()),
    causedByEventId: Optional(Str()),
    schemaVersion: Integer({ minimum: 1 }),
    payload: RecordOf(Str(), Unknown()),
  }),
  errors: [401, 403, 404],
  only: '0.202.0',
} as const;

export const listOrganizationAuditEventActions = {
  method: 'GET',
  path: '/v1/orgs/{organizationId}/audit-event-actions',
  result: Obj({ items: ArrayOf(Obj({ object: Literal('audit-event-action'), id: Str(), label: Str() })) }),
  errors: [401, 403, 404],
  only: '0.202.0',
} as const;
