// What was sent to an integration.
import type { Static } from '@sinclair/typebox';
import { DateTime, Enum, Paging, pageOf, resource, Type } from '../schema.ts';

const { Array: ArrayOf, Object: Obj, String: Str, Optional } = Type;
/** Every payload has these two; the rest depends on the type (src/api/README.md#integrations). */
export const EventPayload = Obj({ eventId: Str(), type: Str() }, { additionalProperties: true });
export type EventPayload = Static<typeof EventPayload>;

export const IntegrationEvent = Obj({
  id: Str(),
  integrationId: Str(),
  installationId: Optional(Str()),
  createdAt: DateTime(),
  status: Enum(['success', 'failed']),
  payload: EventPayload,
});
export type IntegrationEvent = Static<typeof IntegrationEvent>;

export const EventLog = Obj({
  message: Str(),
  timestamp: DateTime(),
  level: Enum(['debug', 'info', 'warn', 'error']),
});
export type EventLog = Static<typeof EventLog>;

const op = resource('integrationEvents', { token: 'any' });
export const listIntegrationEvents = op('list', 'List the events sent to an integration', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/events',
  query: Obj({ ...Paging }),
  result: pageOf(IntegrationEvent),
  paging: 'pages',
});
export const getIntegrationEvent = op('get', 'Show an event and its processing log', {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/events/{eventId}',
  result: Obj({ event: IntegrationEvent, trace: Optional(Obj({ logs: ArrayOf(EventLog) })) }),
  errors: [404],
});
