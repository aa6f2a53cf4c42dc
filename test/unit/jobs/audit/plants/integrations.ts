// Faults of integrations.

import { createServer } from 'node:http';
import { installIntegration } from '../../../../../src/api/integrations/integration-installations.ts';
import { publishIntegration } from '../../../../../src/api/integrations/integrations.ts';
import { listening } from '../../../../helpers/lasting.ts';
import { daysAgo, editOnMain } from '../garden.ts';
import type { Garden, Plants } from '../plant.ts';

type Scopes = ('space:content:read' | 'space:content:write' | 'site:script:inject')[];

async function published({ call, organizationId }: Garden, integrationName: string, scopes: Scopes) {
  await call(publishIntegration, {
    ...{ integrationName, title: integrationName, description: 'For a test', organization: organizationId },
    ...{ scopes, script: 'export default {}' },
  });
  return call(installIntegration, { integrationName, organization: organizationId });
}

export const plants: Plants = {
  'integrations/wide-scopes': async (garden) => {
    const { id } = await published(garden, 'wide', ['space:content:write', 'site:script:inject']);
    garden.sandbox.db.run("UPDATE installations SET status = 'active' WHERE id = ?", id);
    return ['wide'];
  },
  'integrations/not-active': async (garden) => {
    const { id } = await published(garden, 'paused', ['space:content:read']);
    garden.sandbox.db.run(
      "UPDATE installations SET status = 'paused', updatedAt = ? WHERE id = ?",
      daysAgo(garden, 20),
      id,
    );
    return ['paused'];
  },
  'integrations/failing-events': {
    async plant(garden) {
      const { id } = await published(garden, 'failing', ['space:content:read']);
      garden.sandbox.db.run(
        "UPDATE installations SET status = 'active', spaceSelection = 'all' WHERE id = ?",
        id,
      );
      const server = createServer((_, response) =>
        response.writeHead(garden.ids.get('program') === 'fixed' ? 200 : 400).end(),
      );
      garden.later(() => server.close());
      await garden.done(`integrations dev enable failing --tunnel-url ${await listening(server)}`);
      await event(garden);
      return ['failing'];
    },
    byHand: 'the program of an integration is fixed where it is kept',
    before: async ({ ids }) => void ids.set('program', 'fixed'),
    afterwards: event,
  },
};

/** Something happens that the integration is told of. */
async function event(garden: Garden): Promise<void> {
  garden.clock.now = new Date(garden.clock.now.getTime() + 1000);
  await editOnMain(garden, String(garden.ids.get('space')));
  await garden.sandbox.background.settle();
}
