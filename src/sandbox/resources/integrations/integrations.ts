// Integrations.
import * as api from '../../../api/integrations/integrations.ts';
import {
  type EventLogLine,
  type IntegrationEventRow,
  integrationEvents,
} from '../../db/integrations/integration-events.ts';
import { integrations } from '../../db/integrations/integrations.ts';
import { deleted, type FidelityOf, handle, handleChange, reply } from '../../handler.ts';
import { both, pageOfRows, paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import type { Condition } from '../../who-sees.ts';
import { notFound } from '../../wire-error.ts';
import { eventView, integrationView } from './integrations-view.ts';
import * as publishing from './publish.ts';
import { fitting, ownIntegration } from './publish.ts';

/** Public integrations, and those of the caller's own organizations; its own and those around it for an integration. */
function visible({ caller }: Call): Condition {
  if ('integration' in caller) {
    const where = `n.visibility = 'public' OR n.name = ? OR n.organization IN
      (SELECT i.organization FROM installations i WHERE i.integration = ? AND i.id = ifnull(?, i.id))`;
    const params = [caller.integration, caller.integration, caller.installation ?? null];
    return { where: [where], params };
  }
  const where = `n.visibility = 'public' OR n.organization IN
    (SELECT m.organization FROM members m WHERE m.user = ? AND m.disabled = 0)`;
  return { where: [where], params: [caller.userId] };
}

const NOTE = 'Icons and preview images have addresses that no host answers.';

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

const RECORDED =
  'Events are recorded for installations, content, Git sync and visibility. Views, fetches and feedback of visitors are not recorded.';

export default [
  handle(api.listIntegrations, (call, { page, limit, ...filters }) =>
    paginate(call.db, {
      list: api.listIntegrations.id,
      columns: 'n.*',
      from: 'integrations n',
      ...both(visible(call), fitting(filters)),
      order: ['n.name'],
      query: { page, limit },
      item: (row: object) => integrationView(call, integrations.read(row)),
    }),
  ),

  handle(api.getIntegration, (call, { integrationName }) =>
    integrationView(call, publishing.readIntegration(call, integrationName)),
  ),

  handle(api.publishIntegration, (call, input) =>
    integrationView(call, publishing.publishIntegration(call, input)),
  ),

  handleChange(api.deleteIntegration, (call, { integrationName }) =>
    deleted(publishing.deleteIntegration(call, integrationName)),
  ),

  handle(api.enableDevelopment, (call, { integrationName, tunnelUrl, all = false }) => {
    publishing.enableDevelopment(call, integrationName, tunnelUrl, all);
    return reply(204);
  }),

  handleChange(api.disableDevelopment, (call, { integrationName }) => {
    publishing.disableDevelopment(call, integrationName);
    return reply(205);
  }),

  handle(api.listIntegrationEvents, (call, { integrationName, ...query }) => {
    const { name } = ownIntegration(call, integrationName);
    return pageOfRows(call.db, integrationEvents, {
      where: { integration: name },
      also: { where: ["status <> 'pending'"], params: [] },
      direction: 'desc',
      query,
      item: eventView,
    });
  }),

  handle(api.getIntegrationEvent, (call, { integrationName, eventId }) => {
    const { name } = ownIntegration(call, integrationName);
    const row = integrationEvents(call.db).find({ id: eventId, integration: name });
    if (!row || row.status === 'pending') throw notFound('event', eventId);
    return { event: eventView(row), trace: { logs: logsOf(row) } };
  }),
];

export const fidelity: FidelityOf = {
  'integrations.devEnable':
    'Events go to this machine and to hosts that docs sandbox serve --allow-webhook names, signed with a key of the sandbox, at the real time.',
  'integrations.get': NOTE,
  'integrations.list': NOTE,
  'integrations.publish': 'The script and its secrets are stored and never run.',
  'integrationEvents.get': RECORDED,
  'integrationEvents.list': RECORDED,
};
