// docs installations spaces: the spaces of one installation.
import { getSpace } from '../../api/content/spaces.ts';
import {
  addInstallationSpace,
  getInstallationSpace,
  listInstallationSpaces,
  removeInstallationSpace,
  updateInstallationSpace,
} from '../../api/integrations/installation-spaces.ts';
import { listOrganizationInstallations } from '../../api/integrations/installed-integrations.ts';
import type { IntegrationSpace } from '../../api/integrations/integration-installations.ts';
import { getIntegration } from '../../api/integrations/integrations.ts';
import { command, subgroup } from '../../engine/model/command.ts';
import { called, calledById } from '../../engine/run/display-name.ts';
import type { Run } from '../../engine/run/run.ts';
import dangers from '../../workflows/dangers/integrations.ts';
import { findInstallation, INTEGRATION_FLAG, refuseInlineSettings } from './installation-ref.ts';

const shown = {
  options: INTEGRATION_FLAG,
  uses: [listOrganizationInstallations],
  prepare: findInstallation,
} as const;
const columns = ['space', 'installation', 'status', 'externalIds'] as const;
const table = ['space', 'status', 'externalIds', 'installation'];
const names = { space: 'spaceId' };

export const installationSpaces = subgroup(
  'spaces',
  'Manage the spaces of an installation',
  [
    command('list', listInstallationSpaces, {
      ...shown,
      none: 'installation {} is not on a space',
      idField: 'space',
      args: ['installationId'],
      columns,
      table,
      names,
      present: (row: IntegrationSpace) => ({
        ...row,
        space: typeof row.space === 'string' ? row.space : row.space.title,
      }),
      examples: ['docs installations spaces list parcel-map'],
    }),
    command('add', addInstallationSpace, {
      ...shown,
      idField: 'space',
      args: ['installationId', 'space'],
      columns,
      refs: { space: 'spaceId' },
      done: 'installed on',
      success: async (run) => `installed ${await integration(run)} on ${await space(run, run.input.space)}`,
      check: 'docs installations spaces list {installationId}',
      examples: ['docs installations spaces add review-bot Handbook'],
      notes: 'An installation for all spaces already covers every space.',
    }),
    command('get', getInstallationSpace, {
      ...shown,
      idField: 'space',
      args: ['installationId', 'spaceId'],
      columns: [...columns, 'configuration'],
      table,
      names,
      present: (row: IntegrationSpace) => ({
        ...row,
        space: typeof row.space === 'string' ? row.space : row.space.title,
      }),
      examples: ['docs installations spaces get parcel-map Guides'],
    }),
    command('update', updateInstallationSpace, {
      ...shown,
      idField: 'space',
      args: ['installationId', 'spaceId'],
      columns,
      prepare: async (run) => {
        refuseInlineSettings(run);
        await findInstallation(run);
      },
      success: async (run) => `updated ${await integration(run)} on ${await space(run, run.input.spaceId)}`,
      examples: ['docs installations spaces update parcel-map Guides --external-ids map-1'],
      notes:
        'Settings replace all existing ones. Pass them in a file or on stdin, never on the command line.',
    }),
    command('remove', removeInstallationSpace, {
      ...shown,
      args: ['installationId', 'spaceId'],
      ...dangers['installationSpaces.remove'],
      target: getInstallationSpace,
      without: 'is not in the installation',
      stakes: async (run) => ({
        what: `${await integration(run)} on ${await space(run, run.input.spaceId)}`,
      }),
      success: async (run) => `removed ${await integration(run)} from ${await space(run, run.input.spaceId)}`,
      examples: ['docs installations spaces remove review-bot Guides --yes --dry-run'],
    }),
  ],
  [
    ['List the spaces an integration is installed on', 'docs installations spaces list parcel-map'],
    ['Install an integration on one more space', 'docs installations spaces add review-bot Handbook'],
  ],
);

const integration = (run: Run): Promise<string> => called(run, 'integrationName', getIntegration);
const space = (run: Run, id: unknown): Promise<string> => calledById(run, 'spaceId', String(id), getSpace);
