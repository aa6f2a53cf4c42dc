// docs installations: where integrations are installed, and how they are set up there.
import {
  listInstallationStatuses,
  listOrganizationInstallations,
} from '../../api/integrations/installed-integrations.ts';
import {
  createInstallationToken,
  deleteInstallation,
  getInstallation,
  updateInstallation,
} from '../../api/integrations/integration-installations.ts';
import { getIntegration } from '../../api/integrations/integrations.ts';
import { getOrganization } from '../../api/people/organizations.ts';
import { command, group } from '../../engine/model/command.ts';
import { called, calledById } from '../../engine/run/display-name.ts';
import type { Run } from '../../engine/run/run.ts';
import dangers from '../../workflows/dangers/integrations.ts';
import { findInstallation, INTEGRATION_FLAG, refuseInlineSettings } from './installation-ref.ts';
import { installationSites } from './installation-sites.ts';
import { installationSpaces } from './installation-spaces.ts';

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
    command('list', listOrganizationInstallations, {
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
    command('status', listInstallationStatuses, {
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
    command('get', getInstallation, {
      args: ['installationId'],
      columns: [...ROW, 'createdAt', 'configuration'],
      options: INTEGRATION_FLAG,
      uses: [listOrganizationInstallations],
      prepare: findInstallation,
      examples: ['docs installations get parcel-map'],
      notes:
        'Takes the ID of the installation, or the integration. The configuration may contain secrets: print it with --show-secrets.',
    }),
    command('token', createInstallationToken, {
      args: ['integrationName', 'installationId'],
      columns: ['token'],
      prepare: async (run) => {
        const { integrationName, installationId } = run.input;
        const ref = { integrationName: String(integrationName), installationId: String(installationId) };
        // Nothing is made for what is not there.
        await (await run.client()).call(getInstallation, ref);
      },
      done: 'created a token of',
      check: 'again',
      success: async (run) => `created a token of ${await installation(run)}`,
      examples: ['docs installations token parcel-map yjQ2WMjKrD04RrNhI3oW --show-secrets'],
      notes:
        'Requires an integration token. What is created ends by itself; it is printed with --show-secrets.',
    }),
    command('update', updateInstallation, {
      args: ['installationId'],
      columns: ROW,
      options: INTEGRATION_FLAG,
      uses: [listOrganizationInstallations],
      prepare: async (run) => {
        refuseInlineSettings(run);
        await findInstallation(run);
      },
      target: getInstallation,
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
      notes:
        'Settings replace all existing ones. Pass them in a file or on stdin, never on the command line.',
    }),
    command('delete', deleteInstallation, {
      args: ['installationId'],
      options: INTEGRATION_FLAG,
      uses: [listOrganizationInstallations],
      prepare: findInstallation,
      ...dangers['installations.delete'],
      target: getInstallation,
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
    ['See which integrations are installed', 'docs installations list'],
    ['See where they are installed', 'docs installations status --target space'],
    ['Show one of them', 'docs installations get parcel-map'],
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
