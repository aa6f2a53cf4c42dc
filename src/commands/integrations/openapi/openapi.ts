// docs openapi: OpenAPI specifications of an organization.

import {
  createOpenApiSpec,
  deleteOpenApiSpec,
  getOpenApiSpec,
  listOpenApiSpecs,
  setOpenApiSpec,
  updateOpenApiSpec,
} from '../../../api/integrations/openapi.ts';
import {
  getLatestOpenApiContent,
  getLatestOpenApiVersion,
  getOpenApiContent,
  getOpenApiVersion,
  getRawOpenApiContent,
  listOpenApiVersions,
} from '../../../api/integrations/openapi-versions.ts';
import { command, group } from '../../../engine/model/command.ts';
import type { Flags } from '../../../engine/model/flag-types.ts';
import type { Run } from '../../../engine/run/run.ts';
import { WAIT_FLAGS } from '../../../engine/run/wait.ts';
import dangers from '../../../workflows/dangers/integrations.ts';
import { widerVisibility } from '../../widening.ts';
import { DOWNLOAD_FLAGS, downloadSpec } from './openapi-download.ts';
import { openApiPush } from './openapi-push.ts';
import { readOpenApiSource, SOURCE_FLAGS, watchProcessing } from './openapi-source.ts';

const ROW = ['slug', 'visibility', 'processingState', 'lastProcessErrorCode', 'lastProcessedAt'] as const;

/** What takes a file or an address, and may wait until it is processed. */
const takesSource = {
  idField: 'slug',
  columns: ROW,
  hidden: ['source'],
  options: [...SOURCE_FLAGS, ...WAIT_FLAGS],
  oneOf: ['--url', '--file'],
  prepare: readOpenApiSource,
  after: watchProcessing,
} as const;

export default group(
  'openapi',
  'Manage OpenAPI specifications',
  [
    command('list', listOpenApiSpecs, { columns: ROW, idField: 'slug', examples: ['docs openapi list'] }),
    command('create', createOpenApiSpec, {
      ...takesSource,
      args: ['slug'],
      examples: ['docs openapi create tracking --url https://api.tarnpost.example/openapi.yaml'],
      notes: `A file must be an OpenAPI document in YAML or JSON; it is checked before it is sent.
The platform processes the specification in the background; --wait reports the result.`,
    }),
    command('get', getOpenApiSpec, {
      idField: 'slug',
      args: ['specSlug'],
      columns: [...ROW, 'sourceURL', 'lastVersion', 'urls.app'],
      examples: ['docs openapi get parcels'],
    }),
    command('set', setOpenApiSpec, {
      ...takesSource,
      args: ['specSlug'],
      mayBeNew: true,
      examples: ['docs openapi set parcels --file openapi.yaml --wait'],
      notes: `Creates the specification if the slug does not exist. A file must be an OpenAPI document in YAML or JSON; it is
checked before it is sent.`,
    }),
    openApiPush,
    command('update', updateOpenApiSpec, {
      idField: 'slug',
      args: ['specSlug'],
      columns: ROW,
      target: getOpenApiSpec,
      ...dangers['openapi.update'],
      stakes: widerVisibility,
      examples: ['docs openapi update parcels --visibility private'],
    }),
    command('delete', deleteOpenApiSpec, {
      args: ['specSlug'],
      ...dangers['openapi.delete'],
      target: getOpenApiSpec,
      examples: ['docs openapi delete parcels --yes --dry-run'],
      notes: 'All versions are lost. Pages that use it keep their content until they are recomputed.',
    }),
    command('versions', listOpenApiVersions, {
      none: 'no versions of OpenAPI specification {}',
      args: ['specSlug'],
      columns: ['id', 'createdAt', 'url'],
      examples: ['docs openapi versions parcels'],
    }),
    command('version', getLatestOpenApiVersion, {
      args: ['specSlug'],
      columns: ['id', 'createdAt', 'url'],
      options: [
        {
          flags: '--version-id <id>',
          reach: 'platform',
          description: 'this version instead of the latest',
          group: 'Fields:',
        },
      ],
      prepare: chooseVersion,
      uses: [getOpenApiVersion],
      examples: ['docs openapi version parcels'],
    }),
    command('download', getRawOpenApiContent, {
      args: ['specSlug'],
      options: DOWNLOAD_FLAGS,
      send: downloadSpec,
      uses: [getOpenApiContent, getLatestOpenApiContent],
      examples: [
        ['Print the file as it was uploaded', 'docs openapi download parcels'],
        ['Print what the platform made of it', 'docs openapi download parcels --parsed'],
      ],
      notes: 'Without --parsed or --version-id, prints the original JSON or YAML.',
    }),
  ],
  [
    ['Upload a file and wait for the result', 'docs openapi push openapi.yaml --wait'],
    ['Make a specification private', 'docs openapi update parcels --visibility private'],
    ['Download the latest version', 'docs openapi download parcels'],
  ],
);

async function chooseVersion(run: Run<Flags<'--version-id <id>'>>): Promise<void> {
  const { versionId } = run.flags;
  if (versionId === undefined) return;
  run.operation = getOpenApiVersion;
  run.input = { ...run.input, versionId };
}
