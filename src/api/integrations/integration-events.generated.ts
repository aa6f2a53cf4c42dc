// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { EventPayload } from './integration-parts.ts';
import { builders } from '../schema.ts';

const { ArrayOf, DateTime, Enum, Obj, Optional, Paging, Str, pageOf } = builders;

export const IntegrationEvent = Obj({
  id: Str(),
  integrationId: Str(),
  installationId: Optional(Str()),
  createdAt: DateTime(),
  payload: EventPayload,
  status: Enum(['success', 'failed']),
});
export type IntegrationEvent = Static<typeof IntegrationEvent>;

export const listIntegrationEvents = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/events',
  query: Obj({ ...Paging }),
  result: pageOf(IntegrationEvent),
  paging: 'pages',
  token: 'any',
} as const;

export const getIntegrationEvent = {
  method: 'GET',
  path: '/v1/integrations/{integrationName}/events/{eventId}',
  result: Obj({
    event: IntegrationEvent,
    trace: Optional(
      Obj({
        logs: ArrayOf(
          Obj({
            message: Optional(Str()),
            timestamp: Optional(DateTime()),
            level: Optional(Enum(['debug', 'info', 'warn', 'error'])),
          }),
        ),
      }),
    ),
  }),
  errors: [404],
  token: 'any',
} as const;
