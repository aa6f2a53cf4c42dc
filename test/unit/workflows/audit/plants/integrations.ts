// Faults of integrations.
import { installIntegration } from '../../../../../src/api/integrations/integration-installations.ts';
import { publishIntegration } from '../../../../../src/api/integrations/integrations.ts';
import { daysAgo } from '../garden.ts';
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
  'integrations/wide-scopes': {
    async plant(garden) {
      const { id } = await published(garden, 'wide', ['space:content:write', 'site:script:inject']);
      garden.sandbox.db.run("UPDATE installations SET status = 'active' WHERE id = ?", id);
      return ['wide'];
    },
  },
  'integrations/not-active': {
    async plant(garden) {
      const { id } = await published(garden, 'paused', ['space:content:read']);
      garden.sandbox.db.run(
        "UPDATE installations SET status = 'paused', updatedAt = ? WHERE id = ?",
        daysAgo(garden, 20),
        id,
      );
      return ['paused'];
    },
  },
  'integrations/failing-events': {
    async plant(garden) {
      const { id } = await published(garden, 'failing', ['space:content:read']);
      garden.sandbox.db.run("UPDATE installations SET status = 'active' WHERE id = ?", id);
      event(garden, 'failed', -1);
      return ['failing'];
    },
    byHand: 'the program of an integration is fixed where it is kept',
    afterwards: async (garden) => event(garden, 'success', -2),
  },
};

function event(garden: Garden, status: string, days: number): void {
  garden.sandbox.db.run(
    `INSERT INTO integrationEvents (id, integration, createdAt, status, type, payload, message)
     VALUES (?, 'failing', ?, ?, 'space_content_updated', '{}', '')`,
    `event-${status}`,
    daysAgo(garden, days),
    status,
  );
}
