// Integrations.
import {
  deleteIntegration,
  disableDevelopment,
  enableDevelopment,
  getIntegration,
  listIntegrations,
  publishIntegration,
} from '../../../api/integrations/integrations.ts';
import { type Condition, listed } from '../../actions/integrations/listed.ts';
import * as publishing from '../../actions/integrations/publish.ts';
import { integrations } from '../../db/integrations/integrations.ts';
import { deleted, type FidelityOf, handle, reply } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { integrationView } from '../../views/integrations/integrations.ts';

/** Public integrations, and those of the caller's own organizations; its own and those around it for an integration. */
function visible({ caller }: Call): Condition {
  if ('integration' in caller) {
    const where = `n.visibility = 'public' OR n.name = ? OR n.organization IN
      (SELECT i.organization FROM installations i WHERE i.integration = ? AND i.id = ifnull(?, i.id))`;
    return [where, caller.integration, caller.integration, caller.installation ?? null];
  }
  const where = `n.visibility = 'public' OR n.organization IN
    (SELECT m.organization FROM members m WHERE m.user = ? AND m.disabled = 0)`;
  return [where, caller.userId];
}

export default [
  handle(listIntegrations, (call, { page, limit, ...filters }) => {
    return paginate(call.db, {
      list: listIntegrations.id,
      columns: 'n.*',
      from: 'integrations n',
      ...listed(visible(call), filters),
      order: ['n.name'],
      query: { page, limit },
      item: (row: object) => integrationView(call, integrations.read(row)),
    });
  }),

  handle(getIntegration, (call, { integrationName }) =>
    integrationView(call, publishing.readIntegration(call, integrationName)),
  ),

  handle(publishIntegration, (call, input) =>
    integrationView(call, publishing.publishIntegration(call, input)),
  ),

  handle(deleteIntegration, (call, { integrationName }) =>
    deleted(publishing.deleteIntegration(call, integrationName)),
  ),

  handle(enableDevelopment, (call, { integrationName, tunnelUrl, all = false }) => {
    publishing.enableDevelopment(call, integrationName, tunnelUrl, all);
    return reply(204);
  }),

  handle(disableDevelopment, (call, { integrationName }) => {
    publishing.disableDevelopment(call, integrationName);
    return reply(205);
  }),
];

const NOTE = 'Icons and preview images have addresses that no host answers.';

export const fidelity: FidelityOf = {
  'integrations.devEnable': {
    limited:
      'Events go to this machine and to hosts that docs sandbox serve --allow-webhook names, signed with a key of the sandbox, at the real time.',
  },
  'integrations.get': { limited: NOTE },
  'integrations.list': { limited: NOTE },
  'integrations.publish': { limited: 'The script and its secrets are stored and never run.' },
};
