// What was sent to an integration (src/api/README.md#integrations).
import { resource } from '../schema.ts';
import * as wire from './integration-events.generated.ts';

const op = resource('integrationEvents');
export const listIntegrationEvents = op('list', 'List the events sent to an integration', {
  ...wire.listIntegrationEvents,
});
export const getIntegrationEvent = op('get', 'Show an event and its processing log', {
  ...wire.getIntegrationEvent,
});
