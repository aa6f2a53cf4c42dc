// Where integrations are installed, as their own token lists it.
import {
  installIntegration,
  listInstallations,
  listIntegrationSites,
  listIntegrationSpaces,
} from '../../../api/integrations/integration-installations.ts';
import * as install from '../../actions/integrations/install.ts';
import { ownIntegration, readIntegration } from '../../actions/integrations/publish.ts';
import { readSite } from '../../actions/sites/settings.ts';
import { type StoredSpace, spaceStore, toSpaceRow } from '../../db/content/spaces.ts';
import type { Param } from '../../db/database.ts';
import { type InstallationRow, installationStore } from '../../db/integrations/integrations.ts';
import type { SiteRow } from '../../db/sites/sites.ts';
import type { FidelityOf } from '../../fidelity.ts';
import { created, handle } from '../../handler.ts';
import { getInstallation, getInstallationSite, getInstallationSpace } from '../../locations.ts';
import { paginate } from '../../paging.ts';
import type { Call } from '../../sandbox.ts';
import { spaceView } from '../../views/content/spaces.ts';
import { bindingView, installationView } from '../../views/integrations/integrations.ts';
import { siteView } from '../../views/sites/sites.ts';
import { notFound } from '../../wire-error.ts';

/** An installation is on all spaces and sites of its organization, as far as its integration is for them. */
const BINDINGS = 'installations i JOIN integrations n ON n.name = i.integration';
const INSTALLATION = `i.id AS installation, i.organization AS installedIn, i.status AS status,
  i.configuration AS configuration, i.externalIds AS externalIds`;

interface Bound {
  installation: string;
  installedIn: string;
  status: InstallationRow['status'];
  configuration: string;
  externalIds: string;
}

const installationOf = (integration: string, row: Bound): InstallationRow => ({
  id: row.installation,
  integration,
  organization: row.installedIn,
  status: row.status,
  configuration: row.configuration,
  externalIds: row.externalIds,
  createdAt: '',
  updatedAt: '',
});

function conditions(
  integration: string,
  externalId: string | undefined,
): { where: string[]; params: Param[] } {
  const where = ['i.integration = ?'];
  if (externalId === undefined) return { where, params: [integration] };
  const named = 'EXISTS (SELECT 1 FROM json_each(i.externalIds) e WHERE e.value = ?)';
  return { where: [...where, named], params: [integration, externalId] };
}

/** 404 for what is not installed where the caller is, 403 for who may not list installations. */
function installationOfRef(call: Call, ref: { integrationName: string; installationId: string }) {
  const integration = readIntegration(call, ref.integrationName);
  const row = installationStore(call.db).row(ref.installationId);
  if (row?.integration !== integration.name || call.access.memberRole(row.organization) === undefined) {
    throw notFound('installation', ref.installationId);
  }
  if (!('integration' in call.caller)) call.access.requireOrganization(row.organization, 'listInstallations');
  return { row, integration };
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
      item: (row: InstallationRow) => installationView(call, row, integration),
    });
  }),

  handle(installIntegration, (call, { integrationName, organization }) => {
    const row = install.installIntegration(call, integrationName, organization);
    const installation = installationView(call, row, readIntegration(call, integrationName));
    return created(installation, installation.urls.location);
  }),

  handle(listIntegrationSpaces, (call, { integrationName, externalId, extended = false, ...query }) => {
    const { name } = ownIntegration(call, integrationName);
    const { where, params } = conditions(name, externalId);
    return paginate(call.db, {
      list: `${listIntegrationSpaces.id} ${name}`,
      columns: `s.*, ${INSTALLATION}`,
      from: `${BINDINGS} JOIN spaces s ON s.organization = i.organization AND s.deletedAt IS NULL`,
      where: [...where, "n.target IN ('all', 'space')"],
      params,
      order: ['i.createdAt', 's.rowid'],
      query,
      item: (row: StoredSpace & Bound) => ({
        ...bindingView(call, installationOf(name, row), `/spaces/${row.id}`),
        space: extended ? spaceView(call, toSpaceRow(row)) : row.id,
      }),
    });
  }),

  handle(listIntegrationSites, (call, { integrationName, externalId, extended = false, ...query }) => {
    const { name } = ownIntegration(call, integrationName);
    const { where, params } = conditions(name, externalId);
    return paginate(call.db, {
      list: `${listIntegrationSites.id} ${name}`,
      columns: `t.*, ${INSTALLATION}`,
      from: `${BINDINGS} JOIN sites t ON t.organization = i.organization`,
      where: [...where, "n.target IN ('all', 'site')"],
      params,
      order: ['i.createdAt', 't.rowid'],
      query,
      item: (row: SiteRow & Bound) => ({
        ...bindingView(call, installationOf(name, row), `/sites/${row.id}`),
        site: extended ? siteView(call, row) : row.id,
      }),
    });
  }),

  handle(getInstallation, (call, ref) => {
    const { row, integration } = installationOfRef(call, ref);
    return installationView(call, row, integration);
  }),

  handle(getInstallationSpace, (call, { spaceId, ...ref }) => {
    const { row, integration } = installationOfRef(call, ref);
    const space = spaceStore(call.db).live(spaceId);
    if (space.organization !== row.organization || integration.target === 'site')
      throw notFound('space', spaceId);
    call.access.requireSpace(space, 'view');
    return { ...bindingView(call, row, `/spaces/${spaceId}`), space: spaceId };
  }),

  handle(getInstallationSite, (call, { siteId, ...ref }) => {
    const { row, integration } = installationOfRef(call, ref);
    const site = readSite(call, { organizationId: row.organization, siteId });
    if (integration.target === 'space') throw notFound('site', siteId);
    return { ...bindingView(call, row, `/sites/${site.id}`), site: site.id };
  }),
];

export const fidelity: FidelityOf = {
  create: { limited: 'Active at once, on all spaces and sites; there is no configuration step.' },
  list: 'real',
  sites: 'real',
  spaces: 'real',
};
