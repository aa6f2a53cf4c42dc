// docs sites drift and docs sites pull: what of sites is not as their files say, and sites written into files.

import { getOrganization } from '../../api/people/organizations.ts';
import { getSite } from '../../api/sites/sites.ts';
import { arg, handmade } from '../../engine/model/command.ts';
import { DRIFT_FLAGS, PULL_FLAGS, READS } from './site-operations.ts';

const DRIFT_COLUMNS = ['site.title', 'what', 'kind', 'field', 'live', 'file'] as const;

export const siteDrift = handmade('drift', {
  summary: 'Show where sites differ from their files',
  args: [arg('file')],
  options: DRIFT_FLAGS,
  uses: READS,
  columns: DRIFT_COLUMNS,
  idField: 'site.id',
  fields: [...DRIFT_COLUMNS, 'site.id', 'path', 'line'],
  exits: [5, 6, 7],
  paged: true,
  examples: [
    ['Find out what was changed by hand', 'docs sites drift site.yaml'],
    ['Report it in a pull request, and fail', 'docs sites drift site.yaml --format markdown --exit-code'],
  ],
  notes: `Takes a file or a folder of them. It only reads. To put everything back: docs sites apply FILE --prune.
Each line of the ignore file has a difference, an optional last day and a reason; * matches any text:
  section "Guides": icon  until 2027-01-31  # campaign
  Tarnpost Docs -> customization*  # the brand team changes it in the app`,
  run: async (run) => (await import('./site-drift-run.ts')).runDrift(run),
});

export const sitePull = handmade('pull', {
  summary: 'Write a site to a file',
  args: [{ field: 'siteId', label: 'site', reach: 'platform', required: false }],
  options: PULL_FLAGS,
  uses: [...READS, getSite, getOrganization],
  columns: ['id', 'title', 'type', 'visibility', 'publish'],
  idField: 'id',

  examples: [
    ['Print all settings of a site', 'docs sites pull "Tarnpost Docs"'],
    ['Keep a site in a file', 'docs sites pull "Tarnpost Docs" --to site.yaml'],
    ['Keep every site in a folder', 'docs sites pull --all --to sites/'],
  ],
  notes:
    'The file has settings, structure, looks, redirects, share links, visitor sign-in, integrations and the adaptive schema of the site, with titles as keys and IDs as comments. Who has access (docs permissions), MCP servers, connections, channels, the agent and the domain are not in it. Redirects go into the table beside the file, as site.redirects.csv beside site.yaml, where there is one. URLs of share links, the key of visitor sign-in and settings of integrations are secret and never in a file.',
  run: async (run) => (await import('./site-pull-run.ts')).pullSites(run),
});
