// Where integrations are installed, as their own token lists it.

import {
  createInstallationToken,
  deleteInstallation,
  getInstallation,
  installIntegration,
  listInstallations,
  listIntegrationSites,
  listIntegrationSpaces,
  updateInstallation,
} from '../../../api/integrations/integration-installations.ts';
import * as install from '../../actions/integrations/install.ts';
import * as change from '../../actions/integrations/installations.ts';
import { readInstallation } from '../../actions/integrations/installations.ts';
import { ownIntegration, readIntegration } from '../../actions/integrations/publish.ts';
import { type SpaceRow, spaces } from '../../db/content/spaces.ts';
import type { Param } from '../../db/database.ts';
import {
  BOUND,
  type BoundColumns,
  boundOf,
  boundTo,
  isOn,
} from '../../db/integrations/installation-bindings.ts';
import { installations } from '../../db/integrations/integrations.ts';
import { createToken } from '../../db/people/tokens.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import { created, deleted, type FidelityOf, handle } from '../../handler.ts';
import { paginate } from '../../paging.ts';
import { spaceView } from '../../views/content/spaces.ts';
import { bindingView, installationView } from '../../views/integrations/integrations.ts';
import { siteView } from '../../views/sites/sites.ts';

/** How long a token of an installation is good. */
const TOKEN_MS = 60 * 60 * 1000;

const BINDINGS = 'installations i JOIN integrations n ON n.name = i.integration';

/** `ids` is the SQL of a JSON list. */
function conditions(
  integration: string,
  externalId: string | undefined,
  ids = 'i.externalIds',
): { where: string[]; params: Param[] } {
  const where = ['i.integration = ?'];
  if (externalId === undefined) return { where, params: [integration] };
  const named = `EXISTS (SELECT 1 FROM json_each(${ids}) e WHERE e.value = ?)`;
  return { where: [...where, named], params: [integration, externalId] };
}

export default [
  handle(listInstallations, (call, { integrationName, externalId, ...query }) => {
    const integration = ownIntegration(call, integrationName);
    return paginate(call.db, {
      list: `${listInstallations.id} ${integration.name}`,
      columns: 'i.*',
      from: 'installations i',
      ...conditions(integration.name, externalId),
      order: ['i.createdAt', 'i.rowid'],
      query,
      item: (row: object) => installationView(call, installations.read(row), integration),
    });
  }),

  handle(installIntegration, (call, { integrationName, organization }) => {
    const row = install.installIntegration(call, integrationName, organization);
    const installation = installationView(call, row, readIntegration(call, integrationName));
    return created(installation, installation.urls.location);
  }),

  handle(listIntegrationSpaces, (call, { integrationName, externalId, extended = false, ...query }) => {
    const { name } = ownIntegration(call, integrationName);
    const { where, params } = conditions(name, externalId, 'o.externalIds');
    return paginate(call.db, {
      list: `${listIntegrationSpaces.id} ${name}`,
      columns: `s.*, ${BOUND}`,
      from: `${BINDINGS} JOIN spaces s ON s.organization = i.organization AND s.deletedAt IS NULL ${boundTo('space', 's.id')}`,
      where: [...where, "n.target IN ('all', 'space')", isOn('space', 'i', 's.id')],
      params,
      order: ['i.createdAt', 's.rowid'],
      query,
      item: (row: SpaceRow & BoundColumns) => ({
        ...bindingView(call, boundOf(name, row), { kind: 'space', id: row.id }),
        space: extended ? spaceView(call, spaces.read(row)) : row.id,
      }),
    });
  }),

  handle(listIntegrationSites, (call, { integrationName, externalId, extended = false, ...query }) => {
    const { name } = ownIntegration(call, integrationName);
    const { where, params } = conditions(name, externalId, 'o.externalIds');
    return paginate(call.db, {
      list: `${listIntegrationSites.id} ${name}`,
      columns: `t.*, ${BOUND}`,
      from: `${BINDINGS} JOIN sites t ON t.organization = i.organization ${boundTo('site', 't.id')}`,
      where: [...where, "n.target IN ('all', 'site')", isOn('site', 'i', 't.id')],
      params,
      order: ['i.createdAt', 't.rowid'],
      query,
      item: (row: SiteRow & BoundColumns) => ({
        ...bindingView(call, boundOf(name, row), { kind: 'site', id: row.id }),
        site: extended ? siteView(call, row) : row.id,
      }),
    });
  }),

  handle(getInstallation, (call, ref) => {
    const { row, integration } = readInstallation(call, ref);
    return installationView(call, row, integration);
  }),

  handle(updateInstallation, (call, input) => {
    const { row, integration } = change.updateInstallation(call, input);
    return installationView(call, row, integration);
  }),

  handle(createInstallationToken, (call, ref) => {
    ownIntegration(call, ref.integrationName);
    const { row } = readInstallation(call, ref);
    const now = call.now();
    const expiresAt = new Date(now.getTime() + TOKEN_MS).toISOString();
    const token = createToken(call.db, {
      kind: 'installation',
      subject: row.id,
      now: now.toISOString(),
      expiresAt,
    });
    return { token };
  }),

  handle(deleteInstallation, (call, ref) => deleted(change.deleteInstallation(call, ref))),
];

export const fidelity: FidelityOf = {
  create: { limited: 'Active at once, on all spaces and sites; there is no configuration step.' },
  update: { limited: 'The integration gets no event for it: its program does not run.' },
  token: { limited: 'It is good for an hour: for how long the platform gives one is not documented.' },
};
