// Faults of integrations.

import { createServer } from 'node:http';
import { installIntegration } from '../../../../../src/api/integrations/integration-installations.ts';
import { publishIntegration } from '../../../../../src/api/integrations/integrations.ts';
import { listening } from '../../../../helpers/lasting.ts';
import { daysAgo, editOnMain } from '../garden.ts';
import type { Garden, Plants } from '../plant.ts';

type Scopes = ('space:content:read' | 'space:content:write' | 'site:script:inject')[];

/** Published and installed, with this status and whatever else is set. */
async function published(
  garden: Garden,
  integrationName: string,
  scopes: Scopes,
  set: string,
): Promise<string[]> {
  const { call, organizationId: organization, sandbox } = garden;
  const about = { title: integrationName, description: 'For a test', script: 'export default {}' };
  await call(publishIntegration, { integrationName, organization, scopes, ...about });
  const { id } = await call(installIntegration, { integrationName, organization });
  sandbox.db.run(`UPDATE installations SET status = ${set} WHERE id = ?`, id);
  return [integrationName];
}

export const plants: Plants = {
  'integrations/wide-scopes': (garden) =>
    published(garden, 'wide', ['space:content:write', 'site:script:inject'], "'active'"),
  'integrations/not-active': (garden) =>
    published(garden, 'paused', ['space:content:read'], `'paused', updatedAt = '${daysAgo(garden, 20)}'`),
  'integrations/failing-events': {
    async plant(garden) {
      const set = "'active', spaceSelection = 'all'";
      const names = await published(garden, 'failing', ['space:content:read'], set);
      const server = createServer((_, response) =>
        response.writeHead(garden.ids.get('program') === 'fixed' ? 200 : 400).end(),
      );
      garden.later(() => server.close());
      await garden.done(`integrations dev enable failing --tunnel-url ${await listening(server)}`);
      await event(garden);
      return names;
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
