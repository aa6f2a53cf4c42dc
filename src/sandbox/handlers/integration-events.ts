// What was sent to integrations.
import { getIntegrationEvent, listIntegrationEvents } from '../../api/integration-events.ts';
import { ownIntegration } from '../actions/integrations/publish.ts';
import { type IntegrationEventRow, integrationEventStore } from '../db/integration-events.ts';
import { handle } from '../handler.ts';
import { paginate } from '../paging.ts';
import { eventView } from '../views/integrations.ts';
import { notFound } from '../wire-error.ts';

export default [
  handle(listIntegrationEvents, (call, { integrationName, ...query }) => {
    const { name } = ownIntegration(call, integrationName);
    return paginate(call.db, {
      list: `${listIntegrationEvents.id} ${name}`,
      from: 'integrationEvents',
      where: ['integration = ?'],
      params: [name],
      order: ['createdAt', 'rowid'],
      direction: 'desc',
      query,
      item: (row: IntegrationEventRow) => eventView(row),
    });
  }),

  handle(getIntegrationEvent, (call, { integrationName, eventId }) => {
    const { name, tunnelUrl } = ownIntegration(call, integrationName);
    const row = integrationEventStore(call.db).row(name, eventId);
    if (!row) throw notFound('event', eventId);
    const at = { timestamp: row.createdAt };
    const where = tunnelUrl === null ? 'the sandbox runs no script' : `development mode: ${tunnelUrl}`;
    return {
      event: eventView(row),
      trace: {
        logs: [
          { ...at, level: 'info' as const, message: `${row.type} ${row.message}` },
          { ...at, level: 'debug' as const, message: where },
        ],
      },
    };
  }),
];
