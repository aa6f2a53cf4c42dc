// What was sent to integrations.
import { getIntegrationEvent, listIntegrationEvents } from '../../../api/integrations/integration-events.ts';
import { ownIntegration } from '../../actions/integrations/publish.ts';
import {
  type EventLogLine,
  type IntegrationEventRow,
  integrationEvents,
} from '../../db/integrations/integration-events.ts';
import { type FidelityOf, handle } from '../../handler.ts';
import { pageOfRows } from '../../paging.ts';
import { eventView } from '../../views/integrations/integrations.ts';
import { notFound } from '../../wire-error.ts';

/** What was done with an event. Without development mode nothing is: the sandbox runs no script. */
function logsOf({ message, createdAt: timestamp, type }: IntegrationEventRow): EventLogLine[] {
  // Written by our own store; before there was a delivery it was a word.
  if (message.startsWith('[')) return JSON.parse(message) as EventLogLine[];
  return [
    { timestamp, level: 'info', message: `${type} recorded` },
    { timestamp, level: 'warn', message: NOT_SENT },
  ];
}

const NOT_SENT =
  'not sent anywhere: the sandbox runs no script, and development mode was off (docs integrations dev enable)';

export default [
  handle(listIntegrationEvents, (call, { integrationName, ...query }) => {
    const { name } = ownIntegration(call, integrationName);
    return pageOfRows(call.db, integrationEvents, {
      where: { integration: name },
      also: { where: ["status <> 'pending'"], params: [] },
      direction: 'desc',
      query,
      item: eventView,
    });
  }),

  handle(getIntegrationEvent, (call, { integrationName, eventId }) => {
    const { name } = ownIntegration(call, integrationName);
    const row = integrationEvents(call.db).find({ id: eventId, integration: name });
    if (!row || row.status === 'pending') throw notFound('event', eventId);
    return { event: eventView(row), trace: { logs: logsOf(row) } };
  }),
];

const NOTE =
  'Events are recorded for installations, content, Git sync and visibility. Views, fetches and feedback of visitors are not recorded.';

export const fidelity: FidelityOf = {
  'integrationEvents.get': { limited: NOTE },
  'integrationEvents.list': { limited: NOTE },
};
