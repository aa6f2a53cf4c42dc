// docs installations: where integrations are installed, and how they are set up there.

import { getSpace } from '../../api/content/spaces.ts';
import * as installedIntegrations from '../../api/integrations/installed-integrations.ts';
import type { IntegrationSpaceInstallation as IntegrationSpace } from '../../api/integrations/integration-installations.generated.ts';
import * as integrationInstallations from '../../api/integrations/integration-installations.ts';
import { getIntegration } from '../../api/integrations/integrations.ts';
import type { ItemOf } from '../../api/operation.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { getSite } from '../../api/sites/sites.ts';
import dangers from '../../domain/dangers/integrations.ts';
import { command, group, subgroup } from '../../engine/model/command.ts';
import { organizationIdInHand } from '../../engine/references/resolve-names.ts';
import { called, calledById } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import {
  findInstallation,
  INTEGRATION_FLAG,
  type InstallationRun,
  refuseInlineSettings,
} from './installation-ref.ts';

const shown = {
  options: INTEGRATION_FLAG,
  uses: [installedIntegrations.listOrganizationInstallations],
  prepare: findInstallation,
} as const;

/** Settings replace all existing ones, and may be secret. */
const settings = {
  prepare: async (run: InstallationRun) => {
    refuseInlineSettings(run);
    await findInstallation(run);
  },
  notes: 'Settings replace all existing ones. Pass them in a file or on stdin, never on the command line.',
} as const;

// docs installations sites: the sites of one installation.

const siteColumns = ['site', 'installation', 'status', 'externalIds'] as const;
const siteRow = { ...shown, idField: 'site', columns: siteColumns, names: { site: 'siteId' } } as const;
const siteTable = {
  table: ['site', 'status', 'externalIds', 'installation'],
  present: (row: ItemOf<typeof integrationInstallations.listIntegrationSites>) => ({
    ...row,
    site: typeof row.site === 'string' ? row.site : row.site.title,
  }),
};

const installationSites = subgroup(
  'sites',
  'Manage the sites of an installation',
  [
    command('list', integrationInstallations.listInstallationSites, {
      ...siteRow,
      ...siteTable,
      none: 'installation {} is not on a site',
      args: ['installationId'],
      examples: ['docs installations sites list parcel-map'],
    }),
    command('add', integrationInstallations.addInstallationSite, {
      ...siteRow,
      args: ['installationId', 'siteId'],
      refs: { siteId: 'siteId' },
      ...dangers['installationSites.add'],
      stakes: async (run) => ({ what: `${await integration(run)} on ${await site(run, run.input.siteId)}` }),
      done: 'installed on',
      success: async (run) => `installed ${await integration(run)} on ${await site(run, run.input.siteId)}`,
      check: 'docs installations sites list {installationId}',
      examples: ['docs installations sites add review-bot "Partner portal" --yes'],
      notes: 'An installation for all sites already covers every site.',
    }),
    command('get', integrationInstallations.getInstallationSite, {
      ...siteRow,
      ...siteTable,
      args: ['installationId', 'siteId'],
      columns: [...siteColumns, 'configuration'],
      examples: ['docs installations sites get parcel-map "Tarnpost Docs"'],
    }),
    command('update', integrationInstallations.updateInstallationSite, {
      ...siteRow,
      args: ['installationId', 'siteId'],
      ...settings,
      success: async (run) => `updated ${await integration(run)} on ${await site(run, run.input.siteId)}`,
      examples: ['docs installations sites update parcel-map "Tarnpost Docs" --external-ids map-1'],
    }),
    command('remove', integrationInstallations.removeInstallationSite, {
      ...shown,
      args: ['installationId', 'siteId'],
      ...dangers['installationSites.remove'],
      target: integrationInstallations.getInstallationSite,
      without: 'is not in the installation',
      done: 'uninstalled from',
      stakes: async (run) => ({
        what: `${await integration(run)} from ${await site(run, run.input.siteId)}`,
      }),
      success: async (run) => `removed ${await integration(run)} from ${await site(run, run.input.siteId)}`,
      examples: ['docs installations sites remove review-bot "Tarnpost Docs" --yes --dry-run'],
    }),
  ],
  [
    ['List the sites an integration is installed on', 'list'],
    ['Install an integration on one more site', 'add'],
  ],
);
/** A site is read in its organization, which the path of an installation does not name. */
async function site(run: Run, id: unknown): Promise<string> {
  const organizationId = await organizationIdInHand(run);
  return calledById({ ...run, input: { ...run.input, organizationId } }, 'siteId', String(id), getSite);
}

// docs installations spaces: the spaces of one installation.

const spaceColumns = ['space', 'installation', 'status', 'externalIds'] as const;
const spaceRow = { ...shown, idField: 'space', columns: spaceColumns, names: { space: 'spaceId' } } as const;
const spaceTable = {
  table: ['space', 'status', 'externalIds', 'installation'],
  present: (row: IntegrationSpace) => ({
    ...row,
    space: typeof row.space === 'string' ? row.space : row.space.title,
  }),
};

const installationSpaces = subgroup(
  'spaces',
  'Manage the spaces of an installation',
  [
    command('list', integrationInstallations.listInstallationSpaces, {
      ...spaceRow,
      ...spaceTable,
      none: 'installation {} is not on a space',
      args: ['installationId'],
      examples: ['docs installations spaces list parcel-map'],
    }),
    command('add', integrationInstallations.addInstallationSpace, {
      ...spaceRow,
      args: ['installationId', 'space'],
      refs: { space: 'spaceId' },
      ...dangers['installationSpaces.add'],
      stakes: async (run) => ({ what: `${await integration(run)} on ${await space(run, run.input.space)}` }),
      done: 'installed on',
      success: async (run) => `installed ${await integration(run)} on ${await space(run, run.input.space)}`,
      check: 'docs installations spaces list {installationId}',
      examples: ['docs installations spaces add review-bot Handbook --yes'],
      notes: 'An installation for all spaces already covers every space.',
    }),
    command('get', integrationInstallations.getInstallationSpace, {
      ...spaceRow,
      ...spaceTable,
      args: ['installationId', 'spaceId'],
      columns: [...spaceColumns, 'configuration'],
      examples: ['docs installations spaces get parcel-map Guides'],
    }),
    command('update', integrationInstallations.updateInstallationSpace, {
      ...spaceRow,
      args: ['installationId', 'spaceId'],
      ...settings,
      success: async (run) => `updated ${await integration(run)} on ${await space(run, run.input.spaceId)}`,
      examples: ['docs installations spaces update parcel-map Guides --external-ids map-1'],
    }),
    command('remove', integrationInstallations.removeInstallationSpace, {
      ...shown,
      args: ['installationId', 'spaceId'],
      ...dangers['installationSpaces.remove'],
      target: integrationInstallations.getInstallationSpace,
      without: 'is not in the installation',
      done: 'uninstalled from',
      stakes: async (run) => ({
        what: `${await integration(run)} from ${await space(run, run.input.spaceId)}`,
      }),
      success: async (run) => `removed ${await integration(run)} from ${await space(run, run.input.spaceId)}`,
      examples: ['docs installations spaces remove review-bot Guides --yes --dry-run'],
    }),
  ],
  [
    ['List the spaces an integration is installed on', 'list'],
    ['Install an integration on one more space', 'add'],
  ],
);

const integration = (run: Run): Promise<string> => called(run, 'integrationName', getIntegration);
const space = (run: Run, id: unknown): Promise<string> => calledById(run, 'spaceId', String(id), getSpace);

const ROW = [
  'id',
  'status',
  'space_selection',
  'site_selection',
  'spaces',
  'externalIds',
  'updatedAt',
] as const;

export default group(
  'installations',
  'Manage the installations of integrations',
  [
    command('list', installedIntegrations.listOrganizationInstallations, {
      none: 'installed integrations',
      idField: 'installation.id',
      columns: [
        'installation.id',
        'integration.name',
        'integration.title',
        'installation.status',
        'installation.space_selection',
        'installation.site_selection',
        'installation.spaces',
      ],
      table: [
        'integration.title',
        'integration.name',
        'installation.status',
        'installation.space_selection',
        'installation.site_selection',
        'installation.id',
      ],
      labels: {
        'integration.title': 'integration',
        'integration.name': 'name',
        'installation.status': 'status',
        'installation.space_selection': 'on spaces',
        'installation.site_selection': 'on sites',
      },
      examples: [
        ['List all installations', 'docs installations list'],
        ['Find one by a word, as JSON', 'docs installations list --search map --json'],
      ],
    }),
    command('status', installedIntegrations.listInstallationStatuses, {
      none: 'installed integrations',
      idField: 'integration.name',
      columns: ['integration.name', 'status', 'target.type', 'target.spaceId', 'target.siteId'],
      table: ['integration.name', 'target.type', 'target.spaceId', 'target.siteId', 'status'],
      names: { 'target.spaceId': 'spaceId', 'target.siteId': 'siteId' },
      labels: {
        'integration.name': 'integration',
        'target.type': 'kind',
        'target.spaceId': 'space',
        'target.siteId': 'site',
      },
      refs: { site: 'siteId', space: 'spaceId' },
      examples: [
        ['Show all that are installed', 'docs installations status'],
        ['Show those of one space', 'docs installations status --target space --space Guides'],
      ],
      notes: 'One row for each organization, space and site that an integration is installed on.',
    }),
    command('get', integrationInstallations.getInstallation, {
      args: ['installationId'],
      columns: [...ROW, 'createdAt', 'configuration'],
      ...shown,
      examples: ['docs installations get parcel-map'],
      notes:
        'Takes the ID of the installation, or the integration. The configuration may contain secrets: print it with --show-secrets.',
    }),
    command('token', integrationInstallations.createInstallationToken, {
      args: ['integrationName', 'installationId'],
      columns: ['token'],
      prepare: async (run) => {
        const { integrationName, installationId } = run.input;
        const ref = { integrationName: String(integrationName), installationId: String(installationId) };
        // Nothing is made for what is not there.
        await (await run.client()).call(integrationInstallations.getInstallation, ref);
      },
      done: 'created a token of',
      check: 'again',
      success: async (run) => `created a token of ${await installation(run)}`,
      examples: ['docs installations token parcel-map yjQ2WMjKrD04RrNhI3oW --show-secrets'],
      notes:
        'Requires an integration token. What is created ends by itself; it is printed with --show-secrets.',
    }),
    command('update', integrationInstallations.updateInstallation, {
      args: ['installationId'],
      columns: ROW,
      ...shown,
      ...settings,
      target: integrationInstallations.getInstallation,
      ...dangers['installations.update'],
      stakes: async (run) => ({ what: await installation(run) }),
      check: 'docs installations get {installationId}',
      success: async (run) => `updated ${await installation(run)}`,
      examples: [
        [
          'Set the IDs that it is known by elsewhere',
          'docs installations update parcel-map --external-ids map-1',
        ],
        [
          'See what settings from a file would change',
          'docs installations update parcel-map --configuration @map.json --dry-run',
        ],
      ],
    }),
    command('delete', integrationInstallations.deleteInstallation, {
      args: ['installationId'],
      ...shown,
      ...dangers['installations.delete'],
      target: integrationInstallations.getInstallation,
      stakes: async (run) => ({ what: await installation(run) }),
      done: 'uninstalled',
      success: async (run) =>
        `uninstalled ${await called(run, 'integrationName', getIntegration)} from ${await organization(run)}`,
      check: 'docs installations list',
      examples: ['docs installations delete parcel-map --yes --dry-run'],
    }),
    installationSpaces,
    installationSites,
  ],
  [
    ['See which integrations are installed', 'list'],
    ['See where they are installed', 'docs installations status --target space'],
    ['Show one of them', 'get'],
  ],
);

const installation = async (run: Run): Promise<string> =>
  `the installation of ${await called(run, 'integrationName', getIntegration)}`;

async function organization(run: Run): Promise<string> {
  const { target } = run.target ?? {};
  const id =
    typeof target === 'object' && target !== null && 'organization' in target ? target.organization : '';
  return calledById(run, 'organizationId', String(id), getOrganization);
}

/** What follows where it comes to work on more or fewer spaces or sites. */
