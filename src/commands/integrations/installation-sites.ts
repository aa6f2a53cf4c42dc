// docs installations sites: the sites of one installation.

import {
  addInstallationSite,
  getInstallationSite,
  listInstallationSites,
  removeInstallationSite,
  updateInstallationSite,
} from '../../api/integrations/installation-sites.ts';
import { listOrganizationInstallations } from '../../api/integrations/installed-integrations.ts';
import type { IntegrationSite } from '../../api/integrations/integration-installations.ts';
import { getIntegration } from '../../api/integrations/integrations.ts';
import { getSite } from '../../api/sites/sites.ts';
import { command, subgroup } from '../../engine/model/command.ts';
import { organizationIdInHand } from '../../engine/references/resolve-names.ts';
import { called, calledById } from '../../engine/run/display-name.ts';
import type { Run } from '../../engine/run/run.ts';
import dangers from '../../workflows/dangers/integrations.ts';
import { findInstallation, INTEGRATION_FLAG, refuseInlineSettings } from './installation-ref.ts';

const shown = {
  options: INTEGRATION_FLAG,
  uses: [listOrganizationInstallations],
  prepare: findInstallation,
} as const;
const columns = ['site', 'installation', 'status', 'externalIds'] as const;
const table = ['site', 'status', 'externalIds', 'installation'];
const names = { site: 'siteId' };

export const installationSites = subgroup(
  'sites',
  'Manage the sites of an installation',
  [
    command('list', listInstallationSites, {
      ...shown,
      none: 'installation {} is not on a site',
      idField: 'site',
      args: ['installationId'],
      columns,
      table,
      names,
      present: (row: IntegrationSite) => ({
        ...row,
        site: typeof row.site === 'string' ? row.site : row.site.title,
      }),
      examples: ['docs installations sites list parcel-map'],
    }),
    command('add', addInstallationSite, {
      ...shown,
      idField: 'site',
      args: ['installationId', 'siteId'],
      columns,
      refs: { siteId: 'siteId' },
      done: 'installed on',
      success: async (run) => `installed ${await integration(run)} on ${await site(run, run.input.siteId)}`,
      check: 'docs installations sites list {installationId}',
      examples: ['docs installations sites add review-bot "Partner portal"'],
      notes: 'An installation for all sites already covers every site.',
    }),
    command('get', getInstallationSite, {
      ...shown,
      idField: 'site',
      args: ['installationId', 'siteId'],
      columns: [...columns, 'configuration'],
      table,
      names,
      present: (row: IntegrationSite) => ({
        ...row,
        site: typeof row.site === 'string' ? row.site : row.site.title,
      }),
      examples: ['docs installations sites get parcel-map "Tarnpost Docs"'],
    }),
    command('update', updateInstallationSite, {
      ...shown,
      idField: 'site',
      args: ['installationId', 'siteId'],
      columns,
      prepare: async (run) => {
        refuseInlineSettings(run);
        await findInstallation(run);
      },
      success: async (run) => `updated ${await integration(run)} on ${await site(run, run.input.siteId)}`,
      examples: ['docs installations sites update parcel-map "Tarnpost Docs" --external-ids map-1'],
      notes:
        'Settings replace all existing ones. Pass them in a file or on stdin, never on the command line.',
    }),
    command('remove', removeInstallationSite, {
      ...shown,
      args: ['installationId', 'siteId'],
      ...dangers['installationSites.remove'],
      target: getInstallationSite,
      without: 'is not in the installation',
      stakes: async (run) => ({ what: `${await integration(run)} on ${await site(run, run.input.siteId)}` }),
      success: async (run) => `removed ${await integration(run)} from ${await site(run, run.input.siteId)}`,
      examples: ['docs installations sites remove review-bot "Tarnpost Docs" --yes --dry-run'],
    }),
  ],
  [
    ['List the sites an integration is installed on', 'docs installations sites list parcel-map'],
    ['Install an integration on one more site', 'docs installations sites add review-bot "Partner portal"'],
  ],
);

const integration = (run: Run): Promise<string> => called(run, 'integrationName', getIntegration);
/** A site is read in its organization, which the path of an installation does not name. */
async function site(run: Run, id: unknown): Promise<string> {
  const organizationId = await organizationIdInHand(run);
  return calledById({ ...run, input: { ...run.input, organizationId } }, 'siteId', String(id), getSite);
}
